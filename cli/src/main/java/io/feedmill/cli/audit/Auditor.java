package io.feedmill.cli.audit;

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

/** An audit, from its beginning or from the state of an earlier run. For one run. */
public final class Auditor {
    private final AuditStores stores;
    private final QueueSender sender;
    private final AuditOptions options;
    private final AuditState start;
    private final Clock clock;
    private final DoubleSupplier readUnits;
    private final AuditResults results;

    /**
     * Prepares a run.
     *
     * @param start the state to continue from
     * @param readUnits returns the read units consumed in this run
     */
    public Auditor(
            AuditStores stores,
            QueueSender sender,
            AuditOptions options,
            AuditState start,
            Clock clock,
            DoubleSupplier readUnits) {
        this.stores = stores;
        this.sender = sender;
        this.options = options;
        this.start = start;
        this.clock = clock;
        this.readUnits = readUnits;
        this.results = new AuditResults(options.maxFindings(), start.results());
    }

    /** Reads which follows are open, then runs to the end, and reports the state after each page. */
    public AuditState run(Consumer<AuditState> afterPage) {
        Instant begun = clock.instant();
        AuditPages pages = pages();
        AuditState state = start;
        while (!state.position().finished()) {
            state = state(pages.checkNext(state.position()), begun);
            afterPage.accept(state);
        }
        return state;
    }

    private AuditPages pages() {
        OpenPairs pairs = openPairs();
        RepairSender repairs = new RepairSender(stores.follows(), sender, options.repairs(), results);
        Run run = new Run(stores, options, clock, pairs, results, repairs);
        AuthorAudit.FollowerPages followers = options.sample() == 0
                ? stores.follows()::followersSince
                : new FollowerSample(stores.follows(), options.sample(), start.seed());
        return new AuditPages(run, new AuthorAudit(run, followers));
    }

    /** What the parts of a run share. */
    record Run(
            AuditStores stores,
            AuditOptions options,
            Clock clock,
            OpenPairs pairs,
            AuditResults results,
            RepairSender repairs) {}

    private OpenPairs openPairs() {
        OpenPairs open = OpenPairs.read(stores.outbox(), options.guarantee(), clock);
        List<Instant> accepted = open.accepted().entrySet().stream()
                .filter(pair -> options.includes(pair.getKey().author()))
                .map(Map.Entry::getValue)
                .toList();
        results.openPairs(accepted, open.readAt());
        return open;
    }

    private AuditState state(Position position, Instant begun) {
        long millis = Duration.between(begun, clock.instant()).toMillis();
        return new AuditState(
                start.audit(),
                start.seed(),
                position,
                results.snapshot(),
                start.readUnits() + readUnits.getAsDouble(),
                start.millis() + millis);
    }
}
