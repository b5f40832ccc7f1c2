package io.feedmill.faults.verdict;

import io.feedmill.faults.protocol.ItemWrite;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Takes the units of writes from all capacities at once, at one moment, and can undo it. */
final class Purchase {
    private final List<Capacity> capacities;
    private final long now;
    private final List<Runnable> undo = new ArrayList<>();
    private long units;

    Purchase(List<Capacity> capacities, long now) {
        this.capacities = capacities;
        this.now = now;
    }

    /** Takes the write's units from each capacity, or from none: then returns the one that is short. */
    Optional<Capacity> buy(ItemWrite write) {
        int before = undo.size();
        for (Capacity capacity : capacities) {
            if (!capacity.take(write, now)) {
                undoFrom(before);
                return Optional.of(capacity);
            }
            undo.add(() -> capacity.giveBack(write, now));
        }
        units += cost(write);
        return Optional.empty();
    }

    /** Gives everything back. */
    void cancel() {
        undoFrom(0);
        units = 0;
    }

    /** The units that capacities count for the write: none, if it is to a table that none of them is about. */
    long cost(ItemWrite write) {
        return capacities.stream().anyMatch(capacity -> capacity.isAbout(write)) ? write.units() : 0;
    }

    /** What has been taken. */
    long units() {
        return units;
    }

    private void undoFrom(int first) {
        List<Runnable> last = undo.subList(first, undo.size());
        last.forEach(Runnable::run);
        last.clear();
    }
}
