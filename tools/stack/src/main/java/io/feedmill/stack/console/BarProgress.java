package io.feedmill.stack.console;

import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** A bar that moves, for a terminal. */
final class BarProgress implements Progress {

    private final ProgressBar bar;

    BarProgress(String task, long total) {
        bar = new ProgressBarBuilder()
                .setTaskName(task)
                .setInitialMax(total)
                .setStyle(ProgressBarStyle.ASCII)
                .setUpdateIntervalMillis(200)
                .showSpeed()
                .build();
    }

    @Override
    public synchronized void at(long done) {
        bar.stepTo(Math.max(done, bar.getCurrent()));
    }

    @Override
    public void close() {
        bar.close();
    }
}
