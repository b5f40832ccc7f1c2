package io.feedmill.simulation;

import io.feedmill.simulation.Story.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/** Leaves events out of a story that fails, as long as it fails in the same way. */
final class Shrink {
    private final Function<List<Integer>, Outcome> run;
    private final BooleanSupplier hasTime;

    /** Runs the story with these events, as long as it has time. */
    Shrink(Function<List<Integer>, Outcome> run, BooleanSupplier hasTime) {
        this.run = run;
        this.hasTime = hasTime;
    }

    /** Returns the smallest story that was found; the failing one itself, if there is no time, or each event is needed. */
    Outcome of(Outcome failing) {
        Outcome smallest = failing;
        for (int size = Math.max(1, failing.events().size() / 2); size >= 1; size /= 2) {
            smallest = without(size, smallest);
        }
        return smallest;
    }

    /** Leaves out this number of events at a time, the last ones first: most come after the failure. Begins anew until none can go. */
    private Outcome without(int size, Outcome failing) {
        Outcome smallest = failing;
        boolean shrunk = true;
        while (shrunk) {
            shrunk = false;
            for (int from = smallest.events().size() - size; from > -size && hasTime.getAsBoolean(); from -= size) {
                List<Integer> events = smallest.events();
                List<Integer> rest = new ArrayList<>(events.subList(0, Math.max(0, from)));
                rest.addAll(events.subList(from + size, events.size()));
                Outcome outcome = run.apply(rest);
                if (outcome.failed() && outcome.kind().equals(failing.kind())) {
                    smallest = outcome;
                    shrunk = true;
                }
            }
            shrunk &= size == 1;
        }
        return smallest;
    }
}
