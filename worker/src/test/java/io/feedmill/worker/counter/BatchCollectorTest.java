package io.feedmill.worker.counter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.feedmill.common.time.ProcessTime;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class BatchCollectorTest {
    private static final Duration BOUND = Duration.ofMinutes(1);
    private static final Duration NO_LIMIT = Duration.ofDays(1);

    /** The ids of each processed batch. */
    private final List<Set<String>> batches = new CopyOnWriteArrayList<>();

    private final List<Thread> threads = new CopyOnWriteArrayList<>();
    private volatile boolean stopping;

    private BatchCollector<String> collector(int size, Duration maxWait, int maxBatches) {
        return new BatchCollector<>(size, maxWait, maxBatches, () -> stopping, ProcessTime.system());
    }

    private Set<String> record(Map<String, String> batch) {
        batches.add(new TreeSet<>(batch.keySet()));
        return batch.keySet();
    }

    private CompletableFuture<Set<String>> bring(
            BatchCollector<String> collector, String id, Function<Map<String, String>, Set<String>> work) {
        CompletableFuture<Set<String>> result = new CompletableFuture<>();
        Thread thread = Thread.ofPlatform().daemon().start(() -> {
            try {
                result.complete(collector.process(Map.of(id, "body"), work));
            } catch (RuntimeException e) {
                result.completeExceptionally(e);
            }
        });
        threads.add(thread);
        return result;
    }

    private CompletableFuture<Set<String>> bring(BatchCollector<String> collector, String id) {
        return bring(collector, id, this::record);
    }

    /** Waits until the other thread waits. */
    private void awaitWaiting() {
        Set<Thread.State> waiting = Set.of(Thread.State.WAITING, Thread.State.TIMED_WAITING);
        await().atMost(BOUND).until(() -> waiting.contains(threads.getLast().getState()));
    }

    @Test
    void aFullBatchIsProcessedAtOnceAndEachThreadGetsTheResult() {
        BatchCollector<String> collector = collector(3, NO_LIMIT, 1);
        List<CompletableFuture<Set<String>>> all =
                List.of("a", "b", "c").stream().map(id -> bring(collector, id)).toList();
        assertThat(all)
                .allSatisfy(each -> assertThat(each).succeedsWithin(BOUND).isEqualTo(Set.of("a", "b", "c")));
        assertThat(batches).containsExactly(Set.of("a", "b", "c"));
    }

    @Test
    void aSmallBatchIsProcessedAfterItsWait() {
        assertThat(collector(100, Duration.ofMillis(1), 1).process(Map.of("a", "body"), this::record))
                .containsExactly("a");
    }

    @Test
    void doesNotWaitDuringAStop() {
        stopping = true;
        assertThat(collector(100, NO_LIMIT, 1).process(Map.of("a", "body"), this::record))
                .containsExactly("a");
    }

    @Test
    void aWaitingBatchIsProcessedAtAStop() {
        CompletableFuture<Set<String>> waiting = bring(collector(100, NO_LIMIT, 1), "a");
        awaitWaiting();
        stopping = true;
        assertThat(waiting).succeedsWithin(BOUND);
    }

    @Test
    void aDuplicateMessageIsProcessedOnce() {
        BatchCollector<String> collector = collector(2, NO_LIMIT, 1);
        CompletableFuture<Set<String>> first = bring(collector, "a");
        awaitWaiting();
        CompletableFuture<Set<String>> again = bring(collector, "a");
        awaitWaiting();
        assertThat(bring(collector, "b")).succeedsWithin(BOUND);
        assertThat(first).succeedsWithin(BOUND);
        assertThat(again).succeedsWithin(BOUND);
        assertThat(batches).containsExactly(Set.of("a", "b"));
    }

    @Test
    void aBatchKeepsCollectingWhileTooManyAreInProcess() {
        BatchCollector<String> collector = collector(100, Duration.ZERO, 1);
        CountDownLatch end = new CountDownLatch(1);
        CompletableFuture<Set<String>> slow = bring(collector, "a", batch -> {
            await().atMost(BOUND).until(() -> end.getCount() == 0);
            return record(batch);
        });
        awaitWaiting();
        CompletableFuture<Set<String>> second = bring(collector, "b");
        awaitWaiting();
        CompletableFuture<Set<String>> third = bring(collector, "c");
        awaitWaiting();
        end.countDown();
        assertThat(slow).succeedsWithin(BOUND);
        assertThat(second).succeedsWithin(BOUND);
        assertThat(third).succeedsWithin(BOUND);
        assertThat(batches).containsExactly(Set.of("a"), Set.of("b", "c"));
    }

    @Test
    void anExceptionIsThrownInEachThreadAndTheNextBatchIsProcessed() {
        BatchCollector<String> collector = collector(2, NO_LIMIT, 1);
        Function<Map<String, String>, Set<String>> broken = batch -> {
            throw new IllegalStateException("broken");
        };
        CompletableFuture<Set<String>> first = bring(collector, "a", broken);
        awaitWaiting();
        assertThatThrownBy(() -> collector.process(Map.of("b", "body"), broken))
                .isInstanceOf(CompletionException.class)
                .hasRootCauseMessage("broken");
        assertThat(first).failsWithin(BOUND);
        assertThat(collector.process(Map.of("c", "body", "d", "body"), this::record))
                .containsExactlyInAnyOrder("c", "d");
    }
}
