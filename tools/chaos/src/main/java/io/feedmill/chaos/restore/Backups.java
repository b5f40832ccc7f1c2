package io.feedmill.chaos.restore;

import io.feedmill.chaos.rig.Rig;
import io.feedmill.chaos.rig.Side;
import io.feedmill.chaos.run.Load;
import io.feedmill.chaos.run.RigRun;
import io.feedmill.checker.load.RandomCalls.Verb;
import io.feedmill.common.dynamo.Table;
import io.feedmill.faults.script.Distribution;
import io.feedmill.faults.script.Fault;
import io.feedmill.faults.script.Rule;
import io.feedmill.faults.script.Script;
import io.feedmill.stack.TableAccess;
import io.feedmill.stack.TableAccess.TableCopy;
import io.feedmill.stack.load.Figures;
import io.feedmill.stack.load.RunClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Copies of all tables, taken under load of these users: each at a moment of its own, and then all at one moment. */
public record Backups(List<String> users, List<TableCopy> together, List<TableCopy> apart) {
    private static final int GROUPS = 10;
    private static final int USERS = 8;
    private static final Duration INTERVAL = Duration.ofMillis(500);
    private static final Duration BEFORE = Duration.ofSeconds(10);
    private static final Duration AFTER = Duration.ofSeconds(5);
    /** Of a batch write: slices are under way at each moment. */
    private static final Duration LATENCY = Duration.ofMillis(500);

    /** What makes pages differ from posts and follows, or asks for what the restored tables lack. */
    private static final List<Verb> LEFT_OUT = List.of(
            Verb.ANNOUNCE, Verb.ON_READ, Verb.OFF_READ, Verb.DORMANT, Verb.SUSPEND, Verb.REBUILD, Verb.RUN_REPORT);

    /** Takes them while posts and changes are made, spread over this time. */
    public static Backups take(RigRun run, long seed, Duration spread) {
        run.rig().inject(Side.STORE, slowBatches(seed));
        Load load = new Load(
                run,
                run.clients(),
                seed,
                GROUPS,
                USERS,
                LEFT_OUT.stream().collect(Collectors.toMap(Function.identity(), verb -> 0)));
        RunClock clock = new RunClock();
        load.start(INTERVAL);
        clock.sleepUntil(BEFORE);
        List<TableCopy> apart = apart(run, seed, spread, clock);
        List<TableCopy> together = copy(run, tables(run).all(), clock);
        RunClock.pause(AFTER);
        load.stop();
        return new Backups(load.users(), together, apart);
    }

    private static Script slowBatches(long seed) {
        return Script.of(
                seed,
                Rule.of(new Fault.Latency(new Distribution.Fixed(LATENCY))).onOperations("BatchWriteItem"));
    }

    /** The seed decides the order. */
    private static List<TableCopy> apart(RigRun run, long seed, Duration spread, RunClock clock) {
        List<Table> order = new ArrayList<>(tables(run).all());
        Collections.shuffle(order, new Random(seed));
        List<TableCopy> copies = new ArrayList<>();
        for (int number = 0; number < order.size(); number++) {
            clock.sleepUntil(BEFORE.plus(spread.multipliedBy(number).dividedBy(order.size() - 1)));
            copies.addAll(copy(run, List.of(order.get(number)), clock));
        }
        return copies;
    }

    /** Copies tables while writes are held: all have the state of one moment. */
    private static List<TableCopy> copy(RigRun run, List<Table> tables, RunClock clock) {
        Rig rig = run.rig();
        Duration at = clock.now();
        List<TableCopy> copies =
                rig.holdWrites(() -> tables.stream().map(tables(run)::copy).toList());
        String what = tables.size() == 1 ? tables.getFirst().suffix() : "all tables";
        run.screen()
                .say("  %s copied at %s, in %s, %,d rows"
                        .formatted(
                                what,
                                Figures.text(at),
                                Figures.text(clock.now().minus(at)),
                                copies.stream()
                                        .mapToInt(copy -> copy.rows().size())
                                        .sum()));
        return copies;
    }

    private static TableAccess tables(RigRun run) {
        return run.rig().storage().tables();
    }
}
