package io.feedmill.checker;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** How often each promise was judged, and how it was broken. */
public final class Report {
    private final Map<Promise, Integer> judged = new EnumMap<>(Promise.class);
    private final List<Violation> violations = new ArrayList<>();
    private int world;

    /** A promise that was broken: in which world, from 1 on, ids of the calls that show it, and in words what was promised and seen. */
    public record Violation(Promise promise, int world, List<Long> calls, String seen) {
        @Override
        public String toString() {
            String ids = calls.stream().distinct().map(String::valueOf).collect(Collectors.joining(", "));
            return "%s, world %d, calls %s: %s (%s %s)"
                    .formatted(promise, world, ids, seen, promise.sentence(), promise.source());
        }
    }

    Report() {}

    void nextWorld() {
        world++;
    }

    /** Counts a judgement; if the promise is broken, notes what was seen, by these calls. */
    void judge(Promise promise, boolean kept, Supplier<String> seen, Op... calls) {
        judged.merge(promise, 1, Integer::sum);
        if (!kept) {
            List<Long> ids = Stream.of(calls).map(op -> op.call().id()).toList();
            violations.add(new Violation(promise, world, ids, seen.get()));
        }
    }

    /** Returns how often the promise was judged. */
    public int judged(Promise promise) {
        return judged.getOrDefault(promise, 0);
    }

    /** Returns all violations, in the order in which they were found. */
    public List<Violation> violations() {
        return List.copyOf(violations);
    }

    /** Returns the violations of one promise. */
    public List<Violation> violations(Promise promise) {
        return violations.stream().filter(each -> each.promise() == promise).toList();
    }

    /** Returns how many worlds were judged. */
    public int worlds() {
        return world;
    }

    /** Returns a table: how often each promise was judged, and was broken. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add("  %-22s %12s %8s".formatted("promise", "judged", "broken"));
        for (Promise promise : Promise.values()) {
            int broken = violations(promise).size();
            lines.add("  %-22s %,12d %,8d".formatted(promise, judged(promise), broken));
        }
        return lines;
    }
}
