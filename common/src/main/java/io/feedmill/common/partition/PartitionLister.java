package io.feedmill.common.partition;

import io.feedmill.common.partition.PartitionListing.PartitionStep;
import io.feedmill.common.partition.PartitionListing.SegmentState;
import io.feedmill.common.storage.Parallel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

/** Lists the distinct partition keys of tables, segments in parallel. Thread-safe. */
public record PartitionLister(ScanStore store) {
    /**
     * Continues a listing to its end, or until the sink wants no more, or until its read units, earlier runs included, reach the budget: each segment
     * may then still have a read in flight. Returns the progress. A partition that exists all the time is found once; a listing from an earlier state
     * finds later partitions again. Throws a {@link io.feedmill.common.storage.StorageException} if a read fails.
     */
    public PartitionListing list(ScannedTable table, PartitionListing from, double budget, ListingSink sink) {
        Run run = new Run(new PartitionWalk(table, from), from, budget, sink);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> segments = new ArrayList<>();
            IntStream.range(0, from.segments().size())
                    .forEach(segment -> segments.add(threads.submit(() -> run.segment(segment))));
            segments.forEach(Parallel::await);
        }
        return run.now;
    }

    private final class Run {
        private final PartitionWalk walk;
        private final double budget;
        private final ListingSink sink;
        private volatile PartitionListing now;
        private volatile boolean failed;

        private Run(PartitionWalk walk, PartitionListing from, double budget, ListingSink sink) {
            this.walk = walk;
            this.now = from;
            this.budget = budget;
            this.sink = sink;
        }

        private void segment(int segment) {
            try {
                SegmentState state = now.segments().get(segment);
                while (!state.done() && mayContinue()) {
                    PartitionStep step = walk.step(state, store.read(walk.read(segment, state)));
                    take(segment, step);
                    state = step.state();
                }
            } catch (RuntimeException e) {
                failed = true;
                throw e;
            }
        }

        private synchronized void take(int segment, PartitionStep step) {
            if (!failed) {
                PartitionListing next = now.after(segment, step);
                sink.accept(step.found(), next);
                now = next;
            }
        }

        private synchronized boolean mayContinue() {
            return !failed && now.units() < budget && sink.wantsMore();
        }
    }

    /** Receives the partitions. Called by one thread at a time; an exception ends the listing. */
    @FunctionalInterface
    public interface ListingSink {

        /** After each read: the new partition keys, if any, and the progress of the listing with them: a later listing continues from here. */
        void accept(List<KeyValue> found, PartitionListing now);

        /** Called before each read. Once it is false no read begins; a read in flight of each segment is still accepted. */
        default boolean wantsMore() {
            return true;
        }
    }
}
