package io.feedmill.api.deadletter;

import io.feedmill.api.deadletter.DeadLetterBrowser.Limits;
import io.feedmill.api.http.Iso;
import io.feedmill.api.metrics.ApiMetrics;
import io.feedmill.common.deadletter.DeadLetterStore;
import io.feedmill.common.ledger.LedgerEntry;
import io.feedmill.common.ledger.LedgerStore;
import java.time.Clock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Redrives dead-letter messages to their queue and records it in the ledger. */
record Redriver(
        DeadLetterStore store, Limits limits, LedgerStore ledger, ApiMetrics metrics, Clock clock, Ticker ticker) {
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
    record RedriveResponse(
            String queue, boolean dryRun, String before, int matched, int moved, boolean complete, int hidden) {}

    /** Redrives until all matching visible messages are moved, or a limit is reached. Without a ledger entry no message moves. */
    RedriveResponse redrive(RedriveRequest request) {
        Redrive redrive = new Redrive(request, store, ticker, ticker.after(limits.maxCall()));
        if (request.dryRun()) {
            return response(request, redrive, browse(redrive));
        }
        ledger.enter(new LedgerEntry.RedriveBegun(request.ledgered(), clock.instant()));
        try {
            return response(request, redrive, browse(redrive));
        } finally {
            end(request, redrive.moved());
        }
    }

    private DeadLetterBrowser.Result browse(Redrive redrive) {
        return new DeadLetterBrowser(store, limits, ticker).browse(redrive.queue(), redrive.end(), redrive::visit);
    }

    private void end(RedriveRequest request, int moved) {
        metrics.count(
                ApiMetrics.DEAD_LETTERS_REDRIVEN,
                moved,
                "queue",
                request.queue().suffix());
        LOG.atInfo()
                .addKeyValue("queue", request.queue().suffix())
                .addKeyValue("reason", request.reason())
                .addKeyValue("rate", request.rate())
                .addKeyValue("moved", moved)
                .log("Dead-letter messages redriven");
        ledger.enter(new LedgerEntry.Redriven(request.ledgered(), clock.instant(), moved));
    }

    private static RedriveResponse response(RedriveRequest request, Redrive redrive, DeadLetterBrowser.Result result) {
        boolean allMoved = request.dryRun() || redrive.moved() == redrive.matched();
        return new RedriveResponse(
                request.queue().suffix(),
                request.dryRun(),
                Iso.format(request.before()),
                redrive.matched(),
                redrive.moved(),
                result.complete() && allMoved,
                result.hidden());
    }

    @ConditionalOnBooleanProperty("feedmill.admin.enabled")
    @Configuration(proxyBeanMethods = false)
    static class DeadLetterConfiguration {

        @Bean
        DeadLetterCounter deadLetterCounter(DeadLetterStore store, Clock clock) {
            Ticker ticker = Ticker.system();
            Limits limits = Limits.STANDARD;
            return new DeadLetterCounter(new DeadLetterBrowser(store, limits, ticker), limits, ticker, clock);
        }

        @Bean
        Redriver redriver(DeadLetterStore store, LedgerStore ledger, ApiMetrics metrics, Clock clock) {
            return new Redriver(store, Limits.STANDARD, ledger, metrics, clock, Ticker.system());
        }
    }
}
