package io.feedmill.testkit.memory;

import io.feedmill.common.storage.StorageException.Kind;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Faults by rules: the first one that matches a call and has not been used up decides. What a test does before and after calls is no rule. Thread-safe. */
public final class FaultRules implements Faults {
    private final List<Rule> rules = new CopyOnWriteArrayList<>();
    private final List<Consumer<Call>> before = new CopyOnWriteArrayList<>();
    private final List<Consumer<Call>> after = new CopyOnWriteArrayList<>();

    private record Rule(Predicate<Call> calls, AtomicInteger left, Function<Call, Fault> fault) {}

    /** Runs the action before each call, of which it may throw the failure. */
    public FaultRules before(Consumer<Call> action) {
        before.add(action);
        return this;
    }

    /** Runs the action after each call that succeeded. */
    public FaultRules after(Consumer<Call> action) {
        after.add(action);
        return this;
    }

    /** Adds the store's method that makes it, such as {@code FeedStore.page}, for each call. */
    public FaultRules record(Collection<String> methods) {
        return before(call -> methods.add(StoreCall.current().orElseThrow().toString()));
    }

    /** Adds a rule for this number of calls. */
    public FaultRules add(Predicate<Call> calls, int times, Function<Call, Fault> fault) {
        rules.add(new Rule(calls, new AtomicInteger(times), fault));
        return this;
    }

    /** Adds a rule for all such calls. */
    public FaultRules always(Predicate<Call> calls, Function<Call, Fault> fault) {
        return add(calls, Integer.MAX_VALUE, fault);
    }

    /** Adds a rule for all such calls: they fail, and have no effect. */
    public FaultRules refuse(Predicate<Call> calls, Kind kind) {
        return always(calls, call -> new Fault.Refused(Errors.of(kind)));
    }

    public void clear() {
        rules.clear();
    }

    @Override
    public Fault before(Call call) {
        before.forEach(action -> action.accept(call));
        return rules.stream()
                .filter(rule -> rule.calls().test(call) && rule.left().getAndDecrement() > 0)
                .findFirst()
                .map(rule -> rule.fault().apply(call))
                .orElseGet(Fault.None::new);
    }

    @Override
    public void after(Call call, @Nullable RuntimeException failure) {
        if (failure == null) {
            after.forEach(action -> action.accept(call));
        }
    }
}
