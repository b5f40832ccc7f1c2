package io.feedmill.api.counter;

import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feedmill.api.counter.CounterController.CounterCopies;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.storage.StorageException;
import io.feedmill.common.storage.StorageException.Kind;
import io.feedmill.common.storage.SuspendSafeClock;
import io.feedmill.testkit.MemoryStores;
import io.feedmill.testkit.Posts;
import io.feedmill.testkit.SettableClock;
import io.feedmill.testkit.memory.FaultRules;
import java.time.Clock;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CounterCopiesTest {
    private static final PostId POST = new PostId(1, "1".repeat(11));

    private final AtomicInteger reads = new AtomicInteger();
    private final SettableClock time = new SettableClock();
    private Duration readTime = Duration.ZERO;
    private final MemoryStores stores = new MemoryStores(Clock.systemUTC());
    private final FaultRules calls = new FaultRules();
    private final CounterCopies copies = new CounterCopies(
            stores.posts(), stores.stores(calls).counters(), new SuspendSafeClock(time::nanoTime, time));

    /** Before each read somebody views the post: it has as many views as reads. */
    @BeforeEach
    void countReads() {
        calls.before(call -> {
            if (call.names("counters")) {
                time.advance(readTime);
                UserId viewer = user("viewer-" + reads.incrementAndGet());
                stores.views().count(POST, user("ann"), List.of(viewer));
            }
        });
    }

    @BeforeEach
    void publish() {
        stores.posts().publish(Posts.of(POST, user("ann"), "hello"), null);
    }

    @Test
    void aPostThatDoesNotExistHasNoCountersToRead() {
        assertThat(copies.of(new PostId(2, "1".repeat(11))))
                .matches(copy -> copy.author() == null && !copy.retracted());
        assertThat(copies.of(POST).author()).isEqualTo(user("ann"));
        assertThat(reads).hasValue(1);
    }

    @Test
    void aHundredReadsInASecondCostOne() {
        for (int i = 0; i < 100; i++) {
            assertThat(copies.of(POST).counters().views()).isEqualTo(1);
            time.advance(Duration.ofMillis(10).minusNanos(1));
        }
        time.advance(Duration.ofNanos(100));
        assertThat(copies.of(POST).counters().views()).isEqualTo(2);
    }

    @Test
    void allWhoWaitShareARead() throws Exception {
        CountDownLatch begin = new CountDownLatch(1);
        Callable<Long> reader = () -> {
            begin.await();
            return copies.of(POST).counters().views();
        };
        try (ExecutorService readers = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Long>> results = Collections.nCopies(100, reader).stream()
                    .map(readers::submit)
                    .toList();
            begin.countDown();
            for (Future<Long> result : results) {
                assertThat(result.get()).isEqualTo(1);
            }
        }
        assertThat(reads).hasValue(1);
    }

    /** The read may have counted what was there when it began. */
    @Test
    void theAgeCountsFromTheBeginOfTheRead() {
        readTime = Duration.ofMillis(900);
        assertThat(copies.of(POST).counters().views()).isEqualTo(1);
        time.advance(Duration.ofMillis(100).minusNanos(1));
        assertThat(copies.of(POST).counters().views()).isEqualTo(1);
        time.advance(Duration.ofNanos(1));
        assertThat(copies.of(POST).counters().views()).isEqualTo(2);
    }

    @Test
    void aFailureIsNotKept() {
        calls.refuse(call -> true, Kind.REJECTED);
        assertThatThrownBy(() -> copies.of(POST)).isInstanceOf(StorageException.class);
        calls.clear();
        assertThat(copies.of(POST).counters().views()).isEqualTo(2); // the refused read had a viewer, too
    }
}
