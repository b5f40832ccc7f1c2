package io.feedmill.worker.report;

import static io.feedmill.testkit.Users.user;

import io.feedmill.common.key.PostId;
import io.feedmill.common.key.Ticks;
import io.feedmill.common.ledger.LedgerEntry;
import io.feedmill.common.report.Report;
import io.feedmill.common.report.Report.ReportLine;
import io.feedmill.common.report.ReportStore;
import io.feedmill.testkit.MemoryStores;
import io.feedmill.testkit.SettableClock;
import io.feedmill.testkit.Stores;
import io.feedmill.testkit.steps.Steps;
import io.feedmill.worker.report.Reporter.Outcome;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;

/** A ledger, reporters over it whose calls are steps, and the files that they write. */
final class ReportWorld {
    static final Duration MINUTE = Duration.ofMinutes(1);
    static final Duration LEASE = Duration.ofMinutes(2);

    final SettableClock clock = new SettableClock();
    final MemoryStores fakes = new MemoryStores(clock);
    final Steps steps = new Steps();
    final List<String> files = new ArrayList<>();
    final AtomicBoolean refusing = new AtomicBoolean();
    private final Random random = new Random(1);
    private final Stores stores = fakes.stores(steps);
    private final FileTarget target = steps.watch(FileTarget.class, new Kept(files, refusing));

    static ReportSettings settings(Duration every, Instant first) {
        return new ReportSettings(
                every, Duration.ofMinutes(31), Duration.ofSeconds(10), LEASE, first, null, new BigDecimal("0.625"));
    }

    /** Another worker's. */
    Reporter reporter(Duration every) {
        ReportStore reports = stores.reports();
        ReportFiles exports = new ReportFiles(reports, List.of(target), clock);
        return new Reporter(reports, stores.ledger(), exports, settings(every, SettableClock.START), clock, random);
    }

    /** Lets the reporter do all that is due. */
    static void finish(Reporter reporter) {
        Outcome outcome;
        do {
            outcome = reporter.run();
        } while (outcome instanceof Outcome.Reported || outcome instanceof Outcome.Exported);
    }

    /** Lets the reporter do all that is due after this time. */
    void finishAfter(Duration time, Reporter reporter) {
        clock.advance(time);
        finish(reporter);
    }

    /** Adds an entry with this time of its writer's clock. */
    void publish(String author, Instant at) {
        fakes.enter(new LedgerEntry.Posted(PostId.create(Ticks.ofInstant(at), random), user(author), at, 0, 0, 0));
    }

    /** Oldest first. */
    List<Report> reports() {
        return fakes.reports().newest(null, 10_000).items().reversed();
    }

    /** Returns the number of each author's posts in all reports. */
    Map<String, Long> posts() {
        Map<String, Long> posts = new TreeMap<>();
        for (Report report : reports()) {
            for (ReportLine line : fakes.reports().lines(report, 0, 10_000)) {
                posts.merge(line.author().value(), line.sums().posts(), Long::sum);
            }
        }
        return posts;
    }

    /**
     * Keeps the names of the files that it is given, in their order.
     *
     * @param refusing whether every file is refused
     */
    private record Kept(List<String> names, AtomicBoolean refusing) implements FileTarget {
        @Override
        public void put(String name, Path file) throws IOException {
            if (refusing.get()) {
                throw new IOException("read-only");
            }
            names.add(name);
        }
    }
}
