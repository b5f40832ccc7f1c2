package io.feedmill.api.deadletter;

import io.feedmill.api.metric.ApiMetrics;
import io.feedmill.api.time.Iso;
import io.feedmill.common.deadletter.DeadLetterStore;
import io.feedmill.common.ledger.LedgerEntry;
import io.feedmill.common.ledger.LedgerStore;
import java.time.Clock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Gives dead letters back to their queue, and enters into the ledger that it does. */
final class Redriver {
    private static final Logger log = LoggerFactory.getLogger(Redriver.class);

    private final DeadLetterStore store;
    private final DeadLetterSettings settings;
    private final LedgerStore ledger;
    private final ApiMetrics metrics;
    private final Clock clock;
    private final Ticker ticker;

    Redriver(
            DeadLetterStore store,
            DeadLetterSettings settings,
            LedgerStore ledger,
            ApiMetrics metrics,
            Clock clock,
            Ticker ticker) {
        this.store = store;
        this.settings = settings;
        this.ledger = ledger;
        this.metrics = metrics;
        this.clock = clock;
        this.ticker = ticker;
    }

    /** Goes on until all that are meant and visible are moved, or a limit is reached. Nothing moves that is not in the ledger. */
    RedriveResponse redrive(RedriveOrder order) {
        Redrive redrive = new Redrive(order, store, ticker, ticker.after(settings.longestCall()));
        if (order.dryRun()) {
            return response(order, redrive, walk(redrive));
        }
        ledger.enter(new LedgerEntry.RedriveBegun(order.ledgered(), clock.instant()));
        try {
            return response(order, redrive, walk(redrive));
        } finally {
            end(order, redrive.moved());
        }
    }

    private LetterWalk.Seen walk(Redrive redrive) {
        return new LetterWalk(store, settings, ticker).over(redrive.queue(), redrive.end(), redrive::visit);
    }

    private void end(RedriveOrder order, int moved) {
        metrics.deadLettersRedriven(order.queue(), moved);
        log.atInfo()
                .addKeyValue("queue", order.queue().suffix())
                .addKeyValue("reason", order.reason())
                .addKeyValue("rate", order.rate())
                .addKeyValue("moved", moved)
                .log("dead letters redriven");
        ledger.enter(new LedgerEntry.Redriven(order.ledgered(), clock.instant(), moved));
    }

    private static RedriveResponse response(RedriveOrder order, Redrive redrive, LetterWalk.Seen seen) {
        boolean allMoved = order.dryRun() || redrive.moved() == redrive.matched();
        return new RedriveResponse(
                order.queue().suffix(),
                order.dryRun(),
                Iso.format(order.before()),
                redrive.matched(),
                redrive.moved(),
                seen.complete() && allMoved,
                seen.hidden());
    }
}
