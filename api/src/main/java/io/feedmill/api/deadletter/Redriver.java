package io.feedmill.api.deadletter;

import io.feedmill.api.http.Iso;
import io.feedmill.api.metrics.ApiMetrics;
import io.feedmill.common.ledger.LedgerEntry;
import io.feedmill.common.ledger.LedgerStore;
import java.time.Clock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Redrives dead-letter messages to their queue and records it in the ledger. */
@Component
record Redriver(DeadLetterBrowser browser, LedgerStore ledger, ApiMetrics metrics, Clock clock) {
    private static final Logger LOG = LoggerFactory.getLogger(Redriver.class);

    /**
     * The result of a redrive.
     *
     * @param before the requested end or else the time of the call, in the format of {@link Iso}: the next call may repeat it
     * @param matched the number of matching messages found
     * @param moved the number of messages sent to their queue
     * @param complete whether all matching visible messages were found and, unless it was a dry run, moved
     * @param hidden the approximate number of messages that are in flight in other calls; some of them may match
     */
    record RedriveOutcome(
            String queue, boolean dryRun, String before, int matched, int moved, boolean complete, int hidden) {}

    /** Redrives until all matching visible messages are moved, or a limit is reached. Without a ledger entry no message moves. */
    RedriveOutcome redrive(RedriveRequest request) {
        Redrive redrive = new Redrive(request, browser);
        if (request.dryRun()) {
            return response(request, redrive, redrive.run());
        }
        ledger.enter(new LedgerEntry.RedriveBegun(request.ledgered(), clock.instant()));
        try {
            return response(request, redrive, redrive.run());
        } finally {
            end(request, redrive.moved());
        }
    }

    private void end(RedriveRequest request, int moved) {
        String queue = request.queue().suffix();
        metrics.count(ApiMetrics.DEAD_LETTERS_REDRIVEN, moved, "queue", queue);
        LOG.atInfo()
                .addKeyValue("queue", queue)
                .addKeyValue("reason", request.reason())
                .addKeyValue("rate", request.rate())
                .addKeyValue("moved", moved)
                .log("Dead-letter messages redriven");
        ledger.enter(new LedgerEntry.Redriven(request.ledgered(), clock.instant(), moved));
    }

    private static RedriveOutcome response(RedriveRequest request, Redrive redrive, DeadLetterBrowser.Result result) {
        boolean allMoved = request.dryRun() || redrive.moved() == redrive.matched();
        return new RedriveOutcome(
                request.queue().suffix(),
                request.dryRun(),
                Iso.format(request.before()),
                redrive.matched(),
                redrive.moved(),
                result.complete() && allMoved,
                result.hidden());
    }
}
