package io.feedmill.chaos.run;

import io.feedmill.chaos.plan.Event;
import io.feedmill.chaos.rig.Rig;
import io.feedmill.chaos.rig.Side;
import io.feedmill.faults.script.Distribution;
import io.feedmill.faults.script.Fault;
import io.feedmill.faults.script.FaultKind;
import io.feedmill.faults.script.Rule;
import io.feedmill.faults.script.Script;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What the proxies do during a run: to the workers' queues always what queues do now and then, and storms for a while. */
final class Weather {

    /** A queue that delivers up to three times, late and out of order, and does not always delete. */
    private static final List<Rule> QUEUES_AS_EVER = List.of(
            Rule.of(new Fault.Duplicate(2, uniform(50, 3_000))).withProbability(0.1),
            Rule.of(new Fault.Reorder(uniform(100, 1_500))).withProbability(0.1),
            Rule.of(new Fault.DelayDelivery(uniform(1_000, 3_000))).withProbability(0.05),
            Rule.of(new Fault.FailDelete(false)).withProbability(0.03),
            Rule.of(new Fault.FailDelete(true)).withProbability(0.03));

    private final Rig rig;
    private final long seed;

    Weather(Rig rig, long seed) {
        this.rig = rig;
        this.seed = seed;
    }

    void begin() {
        put(Side.WORKER_QUEUES, Duration.ZERO, List.of());
    }

    void storm(Event.Storm storm) {
        put(
                storm.side(),
                storm.at(),
                storm.rules().stream()
                        .map(rule -> rule.during(Duration.ZERO, storm.lasts()))
                        .toList());
    }

    /** From now on nothing that the API sends reaches its queue. Nothing is drawn for that. */
    void holdSends(Duration time) {
        put(
                Side.API_QUEUES,
                Duration.ZERO,
                List.of(Rule.of(new Fault.Hold(time)).onOperations("SendMessage")));
    }

    /** How many sends of the API were held so far. */
    long heldSends() {
        return rig.statistics(Side.API_QUEUES).injected(FaultKind.HOLD);
    }

    void releaseSends() {
        put(Side.API_QUEUES, Duration.ZERO, List.of());
    }

    private void put(Side side, Duration at, List<Rule> rules) {
        List<Rule> all = new ArrayList<>(rules);
        if (side == Side.WORKER_QUEUES) {
            all.addAll(QUEUES_AS_EVER);
        }
        rig.disturb(side, new Script(seedOf(seed, side, at), "pk", all));
    }

    /** Of the script that begins there and then: the same in every run, whatever else has happened until then. */
    static long seedOf(long seed, Side side, Duration at) {
        return seed * 1_000_003 + (side.name() + at.toMillis()).hashCode();
    }

    private static Distribution uniform(int leastMillis, int mostMillis) {
        return new Distribution.Uniform(Duration.ofMillis(leastMillis), Duration.ofMillis(mostMillis));
    }
}
