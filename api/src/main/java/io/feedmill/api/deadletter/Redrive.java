package io.feedmill.api.deadletter;

import io.feedmill.common.deadletter.DeadLetterStore;
import io.feedmill.common.deadletter.DeadLetterStore.DeadLetterMessage;
import io.feedmill.common.queue.Queue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Gatherers;

/** A running redrive. For one thread. */
final class Redrive {
    private final RedriveRequest request;
    private final DeadLetterStore store;
    private final Ticker ticker;
    private final long end;
    private final Pace pace;
    private int matched;
    private int moved;

    /** @param end the time from which on no message is moved */
    Redrive(RedriveRequest request, DeadLetterStore store, Ticker ticker, long end) {
        this.request = request;
        this.store = store;
        this.ticker = ticker;
        this.end = end;
        this.pace = new Pace(request.rate(), ticker.now());
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
    List<DeadLetterMessage> visit(List<DeadLetterMessage> messages) {
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
            ticker.sleepUntil(pace.due());
            List<DeadLetterMessage> redriven = store.redrive(request.queue(), batch);
            pace.sent(batch.size(), ticker.now());
            moved += redriven.size();
            done.addAll(redriven);
        }
        return done;
    }

    Queue queue() {
        return request.queue();
    }

    long end() {
        return end;
    }

    int matched() {
        return matched;
    }

    int moved() {
        return moved;
    }
}
