package io.feedmill.chaos.restore;

import io.feedmill.chaos.check.DeadLetterCheck;
import io.feedmill.chaos.rig.Fleet;
import io.feedmill.chaos.rig.Rig;
import io.feedmill.chaos.run.RigRun;
import io.feedmill.cli.audit.AuditOptions;
import io.feedmill.cli.audit.AuditOptions.Repairs;
import io.feedmill.cli.audit.AuditResults.Counter;
import io.feedmill.cli.audit.AuditResults.Snapshot;
import io.feedmill.cli.audit.AuditState;
import io.feedmill.cli.audit.Auditor;
import io.feedmill.cli.audit.Finding.Kind;
import io.feedmill.cli.audit.Guarantee;
import io.feedmill.client.Post;
import io.feedmill.common.dynamo.Segment;
import io.feedmill.common.key.PostId;
import io.feedmill.common.ledger.LedgerEntry;
import io.feedmill.stack.StorageAccess;
import io.feedmill.stack.TableAccess.TableCopy;
import io.feedmill.stack.console.Table;
import io.feedmill.stack.load.Figures;
import io.feedmill.stack.load.RunClock;
import io.feedmill.stack.verify.FeedCheck;
import io.feedmill.stack.verify.Posts;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A restore of copies into tables of another prefix, with empty queues, and what an operator does then: the steps of the runbook. */
public record Restore(RigRun run, String name, List<TableCopy> copies, List<String> users) {
    /** What nothing mends: the posts are delivered, and their numbers are lost. */
    private static final Set<Kind> STAYS_WRONG = EnumSet.of(Kind.LOST_JOB, Kind.WRONG_COUNTS, Kind.WRONG_COUNTER);

    private static final Set<Kind> REPAIRED = EnumSet.complementOf(EnumSet.copyOf(STAYS_WRONG));
    /** A job that the first one has ended may leave an item that the second one finds. */
    private static final int MAX_AUDITS = 4;

    private static final Duration STOP = Duration.ofSeconds(60);
    private static final int READERS = 8;
    private static final int SHOWN = 1_000;
    private static final Duration RETENTION = Duration.ofDays(30);
    private static final Duration CLOCK_TOLERANCE = Duration.ofMinutes(1);
    /** Of a run, on a slow machine too. */
    private static final Duration LONGEST = Duration.ofHours(2);

    /** The audit waits until no handler can write any more. Here nothing is open, so that it need not: its clock is ahead. */
    private static final Duration AHEAD = Duration.ofMinutes(15);

    /** Restores, mends and checks. */
    public void make() {
        RunClock clock = new RunClock();
        Rig rig = run.rig();
        Fleet fleet = rig.fleet();
        fleet.stopAll(STOP);
        rig.moveTo(name + "-");
        run.screen().each("restore " + name, 1, copies, copy -> {
            rig.storage().tables().write(copy);
            return copy;
        });
        fleet.start(fleet.workers());
        await("sweep", true);
        List<AuditState> audits = new ArrayList<>(List.of(audit()));
        int orphans = rig.storage().tables().deleteOrphans();
        while (isRepairable(audits.getLast()) && audits.size() < MAX_AUDITS) {
            await("repair", false);
            audits.add(audit());
        }
        await("all work", false);
        fleet.start(fleet.apis());
        check(audits.getLast().results());
        print(audits, orphans, clock.now());
    }

    private static boolean isRepairable(AuditState audit) {
        return REPAIRED.stream().anyMatch(kind -> audit.results().count(kind) > 0);
    }

    private void await(String title, boolean early) {
        run.require(run.awaitWork(title, early), "After the restore %s work is open for good.".formatted(name));
    }

    /** {@code ./feedmill audit --all --margin 0 --repair --repair-extras}. */
    private AuditState audit() {
        StorageAccess storage = run.rig().storage();
        Guarantee guarantee = new Guarantee(Duration.ZERO, RETENTION);
        AuditOptions options = new AuditOptions(null, 0, true, guarantee, new Repairs(true, true), SHOWN);
        double unitsBefore = storage.readUnits();
        Auditor auditor = new Auditor(
                storage.stores(),
                storage.queues().sender(),
                options,
                AuditState.begin(options, List.of(Segment.WHOLE), options.description(), 0),
                Clock.offset(Clock.systemUTC(), AHEAD),
                () -> storage.readUnits() - unitsBefore);
        return auditor.run(page -> {});
    }

    private void check(Snapshot after) {
        run.findings()
                .add(after.first().stream()
                        .filter(finding -> REPAIRED.contains(finding.kind()))
                        .map(finding -> "%s: %s".formatted(name, finding.sentence()))
                        .toList());
        StorageAccess storage = run.rig().storage();
        List<String> open = storage.tables().openJobs();
        run.require(
                open.isEmpty(),
                "After the restore %s %,d jobs are open for good: %s".formatted(name, open.size(), open));
        RestoredTruth truth = truth();
        Posts posts = truth.live();
        Set<PostId> recalled = truth.recalled();
        run.screen()
                .each("home feeds", READERS, users, reader -> homeFeed(reader, truth.homeFeed(reader, recalled), posts))
                .forEach(run.findings()::add);
        run.findings().add(DeadLetterCheck.compare(List.of(), storage.queues().takeDeadLetters()));
        run.requireNoCrash();
    }

    private RestoredTruth truth() {
        return RestoredTruth.read(run.rig().storage().stores(), users);
    }

    private List<String> homeFeed(String reader, List<Post> expected, Posts posts) {
        return FeedCheck.compare(
                "%s: the home feed of %s".formatted(name, reader),
                reader,
                run.rig().feedmill().homeFeed(reader).toList(),
                expected,
                posts);
    }

    private void print(List<AuditState> audits, int orphans, Duration took) {
        Table table = new Table(IntStream.rangeClosed(0, audits.size())
                .mapToObj(number -> number == 0 ? "restore " + name : "audit " + number)
                .toArray());
        for (Kind kind : Kind.values()) {
            table.row(row(kind.name(), audits, audit -> audit.results().count(kind)));
        }
        table.row(row("read units", audits, audit -> Math.round(audit.readUnits())));
        table.row(row("posts", audits, audit -> audit.results().count(Counter.POSTS)));
        table.row(row("items checked", audits, audit -> audit.results().count(Counter.ITEMS)));
        run.screen().show(table);
        run.screen().say("");
        run.screen().row("orphans", "%,d".formatted(orphans));
        run.screen().row("units of the workers", "%,.0f read, %,.0f write".formatted(units("read"), units("write")));
        run.screen().row("seconds", Figures.text(took));
        printNumbers();
    }

    private void printNumbers() {
        Numbers numbers = Numbers.of(truth(), ledger());
        run.screen()
                .row(
                        "counters are off by",
                        "%,d posts, %,d deliveries".formatted(numbers.posts(), numbers.deliveries()));
        run.screen()
                .row(
                        "entries in the ledger",
                        "%,d missing, %,d twice, %,d of absent posts"
                                .formatted(numbers.missing(), numbers.repeated(), numbers.unknown()));
    }

    private static Object[] row(String name, List<AuditState> audits, Function<AuditState, Long> value) {
        return Stream.concat(Stream.of(name), audits.stream().map(value)).toArray();
    }

    private List<LedgerEntry> ledger() {
        Instant now = Instant.now();
        return run.rig().storage().ledger(now.minus(LONGEST), now.plus(CLOCK_TOLERANCE));
    }

    private double units(String kind) {
        return run.rig().fleet().workers().stream()
                .mapToDouble(worker -> worker.metric("feedmill_dynamodb_units_total{", "kind=\"%s\"".formatted(kind)))
                .sum();
    }
}
