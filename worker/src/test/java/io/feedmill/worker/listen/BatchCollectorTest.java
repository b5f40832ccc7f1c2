package io.feedmill.worker.listen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

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
    private static final Duration FOR_EVER = Duration.ofDays(1);

    /** The ids of each batch that was worked on. */
    private final List<Set<String>> batches = new CopyOnWriteArrayList<>();

    private final List<Thread> threads = new CopyOnWriteArrayList<>();
    private volatile boolean hurry;

    private BatchCollector<String> gathering(int enough, Duration longest, int underWay) {
        return new BatchCollector<>(enough, longest, underWay, () -> hurry);
    }

    private Set<String> record(Map<String, String> batch) {
        batches.add(new TreeSet<>(batch.keySet()));
        return batch.keySet();
    }

    private CompletableFuture<Set<String>> bring(
            BatchCollector<String> gathering, String id, Function<Map<String, String>, Set<String>> work) {
        CompletableFuture<Set<String>> result = new CompletableFuture<>();
        Thread thread = Thread.ofPlatform().daemon().start(() -> {
            try {
                result.complete(gathering.work(Map.of(id, "body"), work));
            } catch (RuntimeException e) {
                result.completeExceptionally(e);
            }
        });
        threads.add(thread);
        return result;
    }

    private CompletableFuture<Set<String>> bring(BatchCollector<String> gathering, String id) {
        return bring(gathering, id, this::record);
    }

    /** Waits for others, or for its turn. */
    private void awaitWaiting() {
        Set<Thread.State> waiting = Set.of(Thread.State.WAITING, Thread.State.TIMED_WAITING);
        await().atMost(BOUND).until(() -> waiting.contains(threads.getLast().getState()));
    }

    @Test
    void enoughMessagesAreWorkedOnAtOnceAndEachOfTheirThreadsIsTold() {
        BatchCollector<String> gathering = gathering(3, FOR_EVER, 1);
        List<CompletableFuture<Set<String>>> all =
                List.of("a", "b", "c").stream().map(id -> bring(gathering, id)).toList();
        assertThat(all)
                .allSatisfy(each -> assertThat(each).succeedsWithin(BOUND).isEqualTo(Set.of("a", "b", "c")));
        assertThat(batches).containsExactly(Set.of("a", "b", "c"));
    }

    @Test
    void whatIsNotEnoughIsWorkedOnWhenItHasWaited() {
        assertThat(gathering(100, Duration.ofMillis(1), 1).work(Map.of("a", "body"), this::record))
                .containsExactly("a");
    }

    @Test
    void nothingIsWaitedForInAHurry() {
        hurry = true;
        assertThat(gathering(100, FOR_EVER, 1).work(Map.of("a", "body"), this::record))
                .containsExactly("a");
    }

    @Test
    void whoWaitsSeesTheHurry() {
        CompletableFuture<Set<String>> waiting = bring(gathering(100, FOR_EVER, 1), "a");
        awaitWaiting();
        hurry = true;
        assertThat(waiting).succeedsWithin(BOUND);
    }

    @Test
    void aMessageThatComesTwiceIsOne() {
        BatchCollector<String> gathering = gathering(2, FOR_EVER, 1);
        CompletableFuture<Set<String>> first = bring(gathering, "a");
        awaitWaiting();
        CompletableFuture<Set<String>> again = bring(gathering, "a");
        awaitWaiting();
        assertThat(bring(gathering, "b")).succeedsWithin(BOUND);
        assertThat(first).succeedsWithin(BOUND);
        assertThat(again).succeedsWithin(BOUND);
        assertThat(batches).containsExactly(Set.of("a", "b"));
    }

    @Test
    void aBatchGoesOnGatheringWhileTooManyAreUnderWay() {
        BatchCollector<String> gathering = gathering(100, Duration.ZERO, 1);
        CountDownLatch end = new CountDownLatch(1);
        CompletableFuture<Set<String>> slow = bring(gathering, "a", batch -> {
            await().atMost(BOUND).until(() -> end.getCount() == 0);
            return record(batch);
        });
        awaitWaiting();
        CompletableFuture<Set<String>> second = bring(gathering, "b");
        awaitWaiting();
        CompletableFuture<Set<String>> third = bring(gathering, "c");
        awaitWaiting();
        end.countDown();
        assertThat(slow).succeedsWithin(BOUND);
        assertThat(second).succeedsWithin(BOUND);
        assertThat(third).succeedsWithin(BOUND);
        assertThat(batches).containsExactly(Set.of("a"), Set.of("b", "c"));
    }

    @Test
    void whatTheWorkThrowsIsThrownInEachThreadAndTheNextBatchIsWorkedOn() {
        BatchCollector<String> gathering = gathering(2, FOR_EVER, 1);
        Function<Map<String, String>, Set<String>> broken = batch -> {
            throw new IllegalStateException("broken");
        };
        CompletableFuture<Set<String>> first = bring(gathering, "a", broken);
        awaitWaiting();
        assertThatThrownBy(() -> gathering.work(Map.of("b", "body"), broken))
                .isInstanceOf(CompletionException.class)
                .hasRootCauseMessage("broken");
        assertThat(first).failsWithin(BOUND);
        assertThat(gathering.work(Map.of("c", "body", "d", "body"), this::record))
                .containsExactlyInAnyOrder("c", "d");
    }
}
