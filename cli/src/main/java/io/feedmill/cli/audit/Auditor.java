package io.feedmill.cli.audit;

import io.feedmill.cli.audit.AuditResults.Snapshot;
import io.feedmill.cli.audit.AuditState.Position;
import io.feedmill.cli.audit.check.AuditStores;
import io.feedmill.cli.audit.check.OpenPairs;
import io.feedmill.common.queue.QueueSender;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;

/**
 * An audit, from its beginning or from the state of an earlier run.
 *
 * @param start the state to continue from
 * @param readUnits returns the read units consumed in this run
 */
public record Auditor(
        AuditStores stores,
        QueueSender sender,
        AuditOptions options,
        AuditState start,
        Clock clock,
        DoubleSupplier readUnits) {

    /** Reads which follows are open, then runs to the end, and reports the state after each page. */
    public AuditState run(Consumer<AuditState> afterPage) {
        Instant begun = clock.instant();
        AuditResults results = new AuditResults(options.maxFindings(), start.results());
        AuditPages pages = pages(results);
        AuditState state = start;
        while (!state.position().finished()) {
            state = state(pages.checkNext(state.position()), results.snapshot(), begun);
            afterPage.accept(state);
        }
        return state;
    }

    private AuditPages pages(AuditResults results) {
        OpenPairs pairs = openPairs(results);
        RepairSender repairs = new RepairSender(stores, sender, options.repairs(), results);
        AuditRun run = new AuditRun(stores, options, clock, pairs, results, repairs);
        AuthorAudit.FollowerPages followers = options.sample() == 0
                ? stores.follows()::followersSince
                : new FollowerSample(stores.follows(), options.sample(), start.seed());
        return new AuditPages(run, new AuthorAudit(run, followers));
    }

    private OpenPairs openPairs(AuditResults results) {
        OpenPairs open = OpenPairs.read(stores.outbox(), options.guarantee(), clock);
        List<Instant> accepted = open.accepted().entrySet().stream()
                .filter(pair -> options.includes(pair.getKey().author()))
                .map(Map.Entry::getValue)
                .toList();
        results.openPairs(accepted, open.readAt());
        return open;
    }

    private AuditState state(Position position, Snapshot results, Instant begun) {
        long millis = Duration.between(begun, clock.instant()).toMillis();
        return new AuditState(
                start.audit(),
                start.seed(),
                position,
                results,
                start.readUnits() + readUnits.getAsDouble(),
                start.millis() + millis);
    }
}
