package io.feedmill.chaos.plan;

import io.feedmill.chaos.rig.Side;
import io.feedmill.faults.protocol.ThrottlingError;
import io.feedmill.faults.protocol.ThrottlingError.Limit;
import io.feedmill.faults.script.Distribution;
import io.feedmill.faults.script.Fault;
import io.feedmill.faults.script.Rule;
import java.time.Duration;
import java.util.List;

/** The kinds of storms, and what makes one. */
enum Disturbance {
    THROTTLING,
    UNPROCESSED,
    TABLE_CAPACITY,
    PARTITION_CAPACITY,
    CONFLICTS,
    LATENCY,
    ERRORS,
    LOST_ANSWERS,
    RESETS,
    OUTAGE;

    static final List<Disturbance> OF_THE_STORE = List.of(values());
    static final List<Disturbance> OF_QUEUES = List.of(THROTTLING, LATENCY, ERRORS, LOST_ANSWERS, RESETS, OUTAGE);

    private static final Duration OUTAGE_LASTS = Duration.ofSeconds(10);

    Event.Storm storm(Duration at, Side side, Dice dice) {
        Duration lasts = this == OUTAGE ? OUTAGE_LASTS : dice.seconds(3, 8);
        double chance = dice.percent(10, 40);
        return switch (this) {
            case THROTTLING -> throttling(at, lasts, side, dice);
            case UNPROCESSED -> unprocessed(at, lasts, side, dice);
            case TABLE_CAPACITY -> tableCapacity(at, lasts, side, dice.from(100, 400));
            case PARTITION_CAPACITY -> partitionCapacity(at, lasts, side, dice.from(2, 20));
            case CONFLICTS -> storm(at, lasts, side, "conflicts", dice.percent(20, 60), new Fault.Conflict());
            case LATENCY -> latency(at, lasts, side, dice);
            case ERRORS -> errors(at, lasts, side, chance, dice);
            case LOST_ANSWERS -> storm(at, lasts, side, "answers lost", chance, new Fault.DropResponse());
            case RESETS -> storm(at, lasts, side, "connections reset", chance, new Fault.Reset());
            case OUTAGE -> new Event.Storm(at, lasts, side, "outage", List.of(Rule.of(new Fault.Outage())));
        };
    }

    private static Event.Storm throttling(Duration at, Duration lasts, Side side, Dice dice) {
        Fault fault = new Fault.Throttle(dice.one(ThrottlingError.values()), dice.one(Limit.values()));
        return storm(at, lasts, side, "throttled", dice.percent(30, 90), fault);
    }

    private static Event.Storm unprocessed(Duration at, Duration lasts, Side side, Dice dice) {
        return storm(at, lasts, side, "items unprocessed", dice.percent(30, 90), new Fault.Unprocessed(0.5));
    }

    private static Event.Storm tableCapacity(Duration at, Duration lasts, Side side, int units) {
        Fault fault = new Fault.TableCapacity(units, ThrottlingError.PROVISIONED);
        return new Event.Storm(at, lasts, side, "%d units/s a table".formatted(units), List.of(Rule.of(fault)));
    }

    private static Event.Storm partitionCapacity(Duration at, Duration lasts, Side side, int units) {
        Fault fault = new Fault.PartitionCapacity(units, ThrottlingError.ON_DEMAND);
        return new Event.Storm(at, lasts, side, "%d units/s a partition".formatted(units), List.of(Rule.of(fault)));
    }

    private static Event.Storm latency(Duration at, Duration lasts, Side side, Dice dice) {
        Duration median = Duration.ofMillis(dice.from(20, 150));
        Duration p99 = dice.seconds(0.5, 2.5);
        Rule rule = Rule.of(new Fault.Latency(new Distribution.LogNormal(median, p99)));
        return new Event.Storm(
                at,
                lasts,
                side,
                "latency p50 %d ms, p99 %s".formatted(median.toMillis(), Times.seconds(p99)),
                List.of(rule));
    }

    private static Event.Storm errors(Duration at, Duration lasts, Side side, double chance, Dice dice) {
        boolean applied = dice.random().nextBoolean();
        String what = applied ? "answered by 500 and done" : "answered by 500";
        return storm(at, lasts, side, what, chance, new Fault.ServerError(500, applied));
    }

    private static Event.Storm storm(Duration at, Duration lasts, Side side, String what, double chance, Fault fault) {
        String sentence = "%.0f %% %s".formatted(chance * 100, what);
        return new Event.Storm(at, lasts, side, sentence, List.of(Rule.of(fault).withProbability(chance)));
    }
}
