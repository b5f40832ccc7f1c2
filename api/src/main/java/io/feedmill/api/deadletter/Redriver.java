package io.feedmill.api.deadletter;

import io.feedmill.api.http.Iso;
import io.feedmill.api.metrics.ApiMetrics;
import io.feedmill.api.metrics.ApiMetrics.Event;
import io.feedmill.common.deadletter.DeadLetterStore;
import io.feedmill.common.deadletter.DeadLetterStore.DeadLetterMessage;
import io.feedmill.common.ledger.LedgerEntry;
import io.feedmill.common.ledger.LedgerStore;
import io.feedmill.common.storage.Backoff.Sleeper;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Gatherers;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Redrives dead-letter messages to their queue and records it in the ledger. */
@Component
record Redriver(DeadLetterBrowser browser, LedgerStore ledger, ApiMetrics metrics, Clock clock) {
    private static final Logger LOG = LoggerFactory.getLogger(Redriver.class);

    /**
     * The result of a redrive, until {@code before}, which the next call may repeat: complete if all matching visible messages were found and, unless
     * it was a dry run, moved. Some of about {@code hidden} messages in flight in other calls may match.
     */
    record RedriveOutcome(
            String queue, boolean dryRun, String before, int matched, int moved, boolean complete, int hidden) {}

    /** Redrives until all matching visible messages are moved, or a limit is reached. Without a ledger entry no message moves. */
    RedriveOutcome redrive(RedriveRequest request) {
        Redrive redrive = new Redrive(request, browser);
        if (request.dryRun()) {
            return redrive.run();
        }
        ledger.enter(new LedgerEntry.RedriveBegun(request.ledgered(), clock.instant()));
        try {
            return redrive.run();
        } finally {
            end(request, redrive.moved);
        }
    }

    private void end(RedriveRequest request, int moved) {
        String queue = request.queue().suffix();
        metrics.count(Event.DEAD_LETTERS_REDRIVEN, moved, "queue", queue);
        LOG.atInfo()
                .addKeyValue("queue", queue)
                .addKeyValue("reason", request.reason())
                .addKeyValue("rate", request.rate())
                .addKeyValue("moved", moved)
                .log("Dead-letter messages redriven");
        ledger.enter(new LedgerEntry.Redriven(request.ledgered(), clock.instant(), moved));
    }

    /** A running redrive. For one thread. */
    static final class Redrive {
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
            this.end = browser.after(DeadLetterBrowser.MAX_CALL);
            this.pace = new Pace(request.rate(), browser.time().nanoTime());
        }

        RedriveOutcome run() {
            DeadLetterBrowser.Result result = browser.browse(request.queue(), end, this::visit);
            return new RedriveOutcome(
                    request.queue().suffix(),
                    request.dryRun(),
                    Iso.format(request.before()),
                    matched,
                    moved,
                    result.complete() && (request.dryRun() || moved == matched),
                    result.hidden());
        }

        /** A constant rate; unused capacity is not saved. For one thread. */
        static final class Pace {
            private final long nanosPerMessage;
            private long due;

            Pace(int rate, long now) {
                this.nanosPerMessage = Duration.ofSeconds(1).dividedBy(rate).toNanos();
                this.due = now;
            }

            long due() {
                return due;
            }

            Duration rest(long now) {
                return Duration.ofNanos(Math.max(0, due - now));
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
                Sleeper.by(browser.time()).sleep(pace.rest(browser.time().nanoTime()));
                List<DeadLetterMessage> redriven = browser.store().redrive(request.queue(), batch);
                pace.sent(batch.size(), browser.time().nanoTime());
                moved += redriven.size();
                done.addAll(redriven);
            }
            return done;
        }
    }
}
