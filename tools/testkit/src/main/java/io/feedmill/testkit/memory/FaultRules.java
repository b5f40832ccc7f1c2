package io.feedmill.testkit.memory;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Predicate;

/** Faults by rules. The first rule that matches a call and has not been used up decides. Thread-safe. */
public final class FaultRules implements Faults {
    private final List<Rule> rules = new CopyOnWriteArrayList<>();

    private record Rule(Predicate<Call> calls, AtomicInteger left, Function<Call, Fault> fault) {}

    /** Adds a rule for this number of calls. */
    public FaultRules add(Predicate<Call> calls, int times, Function<Call, Fault> fault) {
        rules.add(new Rule(calls, new AtomicInteger(times), fault));
        return this;
    }

    /** Adds a rule for all such calls. */
    public FaultRules always(Predicate<Call> calls, Function<Call, Fault> fault) {
        return add(calls, Integer.MAX_VALUE, fault);
    }

    public void clear() {
        rules.clear();
    }

    @Override
    public Fault before(Call call) {
        return rules.stream()
                .filter(rule -> rule.calls().test(call) && rule.left().getAndDecrement() > 0)
                .findFirst()
                .map(rule -> rule.fault().apply(call))
                .orElseGet(Fault.None::new);
    }
}
