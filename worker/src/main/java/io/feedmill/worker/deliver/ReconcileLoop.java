package io.feedmill.worker.deliver;

import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Brings rows in line with a source of truth that changes meanwhile: reads the truth, writes the rows, reads again, and repeats until the truth did
 * not change in between. Of several concurrent loops, the one that writes last has then read the latest truth.
 */
public final class ReconcileLoop {
    private ReconcileLoop() {}

    /**
     * Returns the truth that the rows agree with, or empty if a write was incomplete.
     *
     * @param read strongly consistent
     * @param write returns whether all rows are written
     */
    public static <T> Optional<T> run(Supplier<T> read, Predicate<T> write) {
        T truth = read.get();
        while (write.test(truth)) {
            T current = read.get();
            if (current.equals(truth)) {
                return Optional.of(truth);
            }
            truth = current;
        }
        return Optional.empty();
    }
}
