package io.feedmill.chaos.run;

import io.feedmill.chaos.check.DeadLetterCheck;
import io.feedmill.chaos.plan.Poison;
import io.feedmill.stack.Backstage;
import io.feedmill.stack.DeadLetter;
import io.feedmill.stack.console.Progress;
import io.feedmill.stack.console.Screen;
import io.feedmill.stack.load.Pause;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Waits until all poison has been put aside and the queues are empty: what was taken and not deleted has come back and is done. */
final class DeadLetterWatch {

    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final Backstage backstage;
    private final Screen screen;
    private final Duration limit;

    DeadLetterWatch(Backstage backstage, Screen screen, Duration limit) {
        this.backstage = backstage;
        this.screen = screen;
        this.limit = limit;
    }

    /** All dead letters; when the time is up, those that are there by then. */
    List<DeadLetter> await(List<Poison> poison) {
        long deadline = System.nanoTime() + limit.toNanos();
        List<DeadLetter> letters = new ArrayList<>();
        int most = backstage.messages();
        try (Progress progress = screen.progress("queues run empty", most)) {
            int waiting = most;
            while (waiting > 0 || isIncomplete(poison, letters)) {
                Pause.of(PAUSE);
                waiting = backstage.messages();
                progress.at(most - waiting);
                letters.addAll(backstage.takeDeadLetters());
                if (System.nanoTime() - deadline > 0) {
                    break;
                }
            }
        }
        letters.addAll(backstage.takeDeadLetters());
        return letters;
    }

    private static boolean isIncomplete(List<Poison> poison, List<DeadLetter> letters) {
        return !DeadLetterCheck.missing(poison, letters).isEmpty();
    }
}
