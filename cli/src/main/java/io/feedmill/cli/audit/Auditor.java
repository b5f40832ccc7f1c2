package io.feedmill.cli.audit;

import io.feedmill.cli.audit.AuditState.Part;
import io.feedmill.common.dynamo.Segment;
import io.feedmill.common.key.PostId;
import io.feedmill.common.queue.QueueSender;
import io.feedmill.common.storage.Parallel;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;
import java.util.stream.IntStream;

/** An audit, from its beginning or from the state of an earlier run. {@code readUnits} returns those consumed in this run. */
public record Auditor(
        AuditStores stores,
        QueueSender sender,
        AuditOptions options,
        AuditState start,
        Clock clock,
        DoubleSupplier readUnits) {

    /**
     * Reads which follows are open, then runs all segments at once to their ends, and reports the state after each page, one page at a time. After a failure
     * of one segment the others end with their page.
     */
    public AuditState run(Consumer<AuditState> afterPage) {
        Segments segments =
                new Segments(OpenFollowChanges.read(stores.outbox(), options.guarantee(), clock), afterPage);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> others = IntStream.range(1, start.parts().size())
                    .<Future<?>>mapToObj(number -> threads.submit(() -> segments.run(number)))
                    .toList();
            segments.run(0);
            others.forEach(Parallel::await);
        }
        return segments.state();
    }

    /** The segments, and whole pages of each. Thread-safe. */
    private final class Segments {
        private final OpenFollowChanges open;
        private final ExtraCheck extras;
        private final Instant begun = clock.instant();
        private final List<Part> parts = new CopyOnWriteArrayList<>(start.parts());
        private final Consumer<AuditState> afterPage;

        /** Whether a segment has failed. */
        private volatile boolean stopping;

        /** Counts the open pairs with the first segment, in place of those that an earlier run counted. */
        Segments(OpenFollowChanges open, Consumer<AuditState> afterPage) {
            this.open = open;
            this.extras = new ExtraCheck(stores, open, clock);
            this.afterPage = afterPage;
            List<Instant> accepted = open.accepted().entrySet().stream()
                    .filter(pair -> options.includes(pair.getKey().author()))
                    .map(Map.Entry::getValue)
                    .toList();
            Part first = parts.getFirst();
            parts.set(
                    0,
                    new Part(first.segment(), first.position(), first.results().withPairs(accepted, open.readAt())));
        }

        void run(int number) {
            try {
                Part now = parts.get(number);
                AuditResults results = new AuditResults(options.maxFindings(), now.results());
                AuditPages pages = pages(now.segment(), results);
                while (!now.position().finished() && !stopping) {
                    now = new Part(now.segment(), pages.checkNext(now.position()), results.snapshot());
                    finishedPage(number, now);
                }
            } catch (RuntimeException | Error e) {
                stopping = true;
                throw e;
            }
        }

        private AuditPages pages(Segment segment, AuditResults results) {
            RepairSender repairs = new RepairSender(stores, sender, options.repairs(), results);
            AuditRun run = new AuditRun(stores, options, clock, open, results, repairs);
            return new AuditPages(
                    run,
                    segment,
                    AuthorAudit.of(run, followers()),
                    extras,
                    new LostWork(stores, open),
                    new RefreshedRows(run));
        }

        private synchronized void finishedPage(int number, Part now) {
            parts.set(number, now);
            afterPage.accept(state());
        }

        synchronized AuditState state() {
            return new AuditState(
                    start.audit(),
                    start.seed(),
                    List.copyOf(parts),
                    start.readUnits() + readUnits.getAsDouble(),
                    start.millis() + Duration.between(begun, clock.instant()).toMillis());
        }
    }

    private AuthorAudit.FollowerPages followers() {
        return options.sample() == 0
                ? stores.follows()::followersSince
                : new FollowerSample(stores.follows(), options.sample(), start.seed());
    }

    /** What the parts of a run share. */
    record AuditRun(
            AuditStores stores,
            AuditOptions options,
            Clock clock,
            OpenFollowChanges pairs,
            AuditResults results,
            RepairSender repairs) {

        boolean isRetained(PostId post) {
            return options.guarantee().isRetained(post, clock.instant());
        }
    }
}
