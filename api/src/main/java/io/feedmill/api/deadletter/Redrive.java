package io.feedmill.api.deadletter;

import io.feedmill.common.deadletter.DeadLetterStore;
import io.feedmill.common.deadletter.DeadLetterStore.DeadLetterMessage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Gatherers;

/** A running redrive. For one thread. */
final class Redrive {
    private final RedriveRequest request;
    private final DeadLetterBrowser browser;
    /** From this time on no message is moved. */
    private final long end;

    private final Pace pace;
    private int matched;
    private int moved;

    Redrive(RedriveRequest request, DeadLetterBrowser browser) {
        this.request = request;
        this.browser = browser;
        this.end = browser.ticker().after(browser.limits().maxCall());
        this.pace = new Pace(request.rate(), browser.ticker().now());
    }

    DeadLetterBrowser.Result run() {
        return browser.browse(request.queue(), end, this::visit);
    }

    /** A constant rate; unused capacity is not saved. For one thread. */
    static final class Pace {
        private final long nanosPerMessage;
        private long due;

        /** @param now the time of the first message */
        Pace(int rate, long now) {
            this.nanosPerMessage = Duration.ofSeconds(1).dividedBy(rate).toNanos();
            this.due = now;
        }

        /** Returns the time of the next message. */
        long due() {
            return due;
        }

        void sent(int messages, long now) {
            due = Math.max(due, now) + messages * nanosPerMessage;
        }
    }

    /** Moves the matching messages until the end; returns the moved ones. */
    private List<DeadLetterMessage> visit(List<DeadLetterMessage> messages) {
        List<DeadLetterMessage> matching =
                messages.stream().filter(request::matches).toList();
        matched += matching.size();
        return request.dryRun() ? List.of() : move(matching);
    }

    /** Uses smaller batches for a rate below ten a second: one message a second, not ten in ten seconds. */
    private List<DeadLetterMessage> move(List<DeadLetterMessage> messages) {
        List<DeadLetterMessage> done = new ArrayList<>();
        int batchSize = Math.min(request.rate(), DeadLetterStore.MAX_AT_ONCE);
        for (List<DeadLetterMessage> batch :
                messages.stream().gather(Gatherers.windowFixed(batchSize)).toList()) {
            if (pace.due() - end >= 0) {
                return done;
            }
            browser.ticker().sleepUntil(pace.due());
            List<DeadLetterMessage> redriven = browser.store().redrive(request.queue(), batch);
            pace.sent(batch.size(), browser.ticker().now());
            moved += redriven.size();
            done.addAll(redriven);
        }
        return done;
    }

    int matched() {
        return matched;
    }

    int moved() {
        return moved;
    }
}
