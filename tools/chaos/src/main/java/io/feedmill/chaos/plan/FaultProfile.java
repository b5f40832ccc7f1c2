package io.feedmill.chaos.plan;

import io.feedmill.chaos.plan.FaultEvent.ProxyFaults;
import io.feedmill.chaos.rig.Side;
import io.feedmill.faults.protocol.ThrottlingError;
import io.feedmill.faults.protocol.ThrottlingError.Limit;
import io.feedmill.faults.script.Distribution;
import io.feedmill.faults.script.Fault;
import io.feedmill.faults.script.Rule;
import java.time.Duration;
import java.util.List;

/** The kinds of faults that a proxy injects for a while. */
enum FaultProfile {
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

    static final List<FaultProfile> OF_THE_STORE = List.of(values());
    static final List<FaultProfile> OF_QUEUES = List.of(THROTTLING, LATENCY, ERRORS, LOST_ANSWERS, RESETS, OUTAGE);
    private static final Duration OUTAGE_LASTS = Duration.ofSeconds(10);

    ProxyFaults draw(Duration at, Side side, Draw draw) {
        Duration lasts = this == OUTAGE ? OUTAGE_LASTS : draw.seconds(3, 8);
        double chance = draw.percent(10, 40);
        Drawn drawn = switch (this) {
            case THROTTLING -> {
                Fault fault = new Fault.Throttle(draw.one(ThrottlingError.values()), draw.one(Limit.values()));
                yield Drawn.of(draw.percent(30, 90), "throttled", fault);
            }
            case UNPROCESSED -> Drawn.of(draw.percent(30, 90), "items unprocessed", new Fault.Unprocessed(0.5));
            case TABLE_CAPACITY -> {
                int units = draw.from(100, 400);
                Fault fault = new Fault.TableCapacity(units, units, ThrottlingError.PROVISIONED);
                yield Drawn.always("%d units/s a table".formatted(units), fault);
            }
            case PARTITION_CAPACITY -> {
                int units = draw.from(2, 20);
                Fault fault = new Fault.PartitionCapacity(units, units, ThrottlingError.ON_DEMAND);
                yield Drawn.always("%d units/s a partition".formatted(units), fault);
            }
            case CONFLICTS -> Drawn.of(draw.percent(20, 60), "conflicts", new Fault.Conflict());
            case LATENCY -> latency(draw);
            case ERRORS -> errors(chance, draw);
            case LOST_ANSWERS -> Drawn.of(chance, "answers lost", new Fault.DropResponse());
            case RESETS -> Drawn.of(chance, "connections reset", new Fault.Reset());
            case OUTAGE -> Drawn.always("outage", new Fault.Outage());
        };
        return new ProxyFaults(at, lasts, side, drawn.kind(), List.of(drawn.rule()));
    }

    private static Drawn latency(Draw draw) {
        Duration median = Duration.ofMillis(draw.from(20, 150));
        Duration p99 = draw.seconds(0.5, 2.5);
        return Drawn.always(
                "latency p50 %d ms, p99 %.1f s".formatted(median.toMillis(), p99.toMillis() / 1e3),
                new Fault.Latency(new Distribution.LogNormal(median, p99)));
    }

    private static Drawn errors(double chance, Draw draw) {
        boolean applied = draw.random().nextBoolean();
        String kind = applied ? "answered by 500 and done" : "answered by 500";
        return Drawn.of(chance, kind, new Fault.ServerError(500, applied));
    }

    private record Drawn(String kind, Rule rule) {

        static Drawn always(String kind, Fault fault) {
            return new Drawn(kind, Rule.of(fault));
        }

        static Drawn of(double chance, String kind, Fault fault) {
            return new Drawn(
                    "%.0f %% %s".formatted(chance * 100, kind), Rule.of(fault).withProbability(chance));
        }
    }
}
