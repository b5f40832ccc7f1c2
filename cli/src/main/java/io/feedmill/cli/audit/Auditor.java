package io.feedmill.cli.audit;

import io.feedmill.cli.audit.AuditState.Part;
import io.feedmill.cli.audit.check.AuditStores;
import io.feedmill.cli.audit.check.ExtraCheck;
import io.feedmill.cli.audit.check.OpenPairs;
import io.feedmill.common.queue.QueueSender;
import io.feedmill.common.storage.Futures;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;
import java.util.stream.IntStream;

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

    /**
     * Reads which follows are open, then runs all segments at once to their ends, and reports the state after each page, one page at a time. After a failure
     * of one segment the others end with their page.
     */
    public AuditState run(Consumer<AuditState> afterPage) {
        OpenPairs open = OpenPairs.read(stores.outbox(), options.guarantee(), clock);
        ExtraCheck extras = new ExtraCheck(stores, open, clock);
        List<Part> parts = parts(open);
        AuditProgress progress = new AuditProgress(this, parts, afterPage);
        List<Runnable> segments = IntStream.range(0, parts.size())
                .<Runnable>mapToObj(number -> () -> run(number, parts.get(number), open, extras, progress))
                .toList();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> others =
                    segments.stream().skip(1).<Future<?>>map(threads::submit).toList();
            segments.getFirst().run();
            others.forEach(Futures::result);
        }
        return progress.state();
    }

    /** Counts the open pairs with the first segment, in place of those that an earlier run counted. */
    private List<Part> parts(OpenPairs open) {
        List<Part> parts = new ArrayList<>(start.parts());
        Part first = parts.getFirst();
        AuditResults results = new AuditResults(options.maxFindings(), first.results());
        List<Instant> accepted = open.accepted().entrySet().stream()
                .filter(pair -> options.includes(pair.getKey().author()))
                .map(Map.Entry::getValue)
                .toList();
        results.openPairs(accepted, open.readAt());
        parts.set(0, new Part(first.segment(), first.position(), results.snapshot()));
        return parts;
    }

    private void run(int number, Part part, OpenPairs open, ExtraCheck extras, AuditProgress progress) {
        AuditResults results = new AuditResults(options.maxFindings(), part.results());
        RepairSender repairs = new RepairSender(stores, sender, options.repairs(), results);
        AuditRun run = new AuditRun(stores, options, clock, open, results, repairs);
        AuditPages pages = new AuditPages(run, part.segment(), new AuthorAudit(run, followers()), extras);
        Part now = part;
        boolean failed = true;
        try {
            while (!now.position().finished() && !progress.isStopping()) {
                now = new Part(part.segment(), pages.checkNext(now.position()), results.snapshot());
                progress.finishedPage(number, now);
            }
            failed = false;
        } finally {
            if (failed) {
                progress.stop();
            }
        }
    }

    private AuthorAudit.FollowerPages followers() {
        return options.sample() == 0
                ? stores.follows()::followersSince
                : new FollowerSample(stores.follows(), options.sample(), start.seed());
    }
}
