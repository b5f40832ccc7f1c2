package io.feedmill.common.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class MonotonicTicksTest {
    private static final int THREADS = 8;
    private static final int TICKS = 50_000;

    @Test
    void followsItsSource() {
        AtomicLong source = new AtomicLong(1_000);
        MonotonicTicks clock = new MonotonicTicks(source::get);
        assertThat(clock.next()).isEqualTo(1_000);
        source.set(5_000);
        assertThat(clock.next()).isEqualTo(5_000);
    }

    @Test
    void increasesWhileTheSourceStandsStill() {
        MonotonicTicks clock = new MonotonicTicks(() -> 7);
        assertThat(LongStream.generate(clock::next).limit(4)).containsExactly(7L, 8L, 9L, 10L);
    }

    @Test
    void increasesWhenTheSourceStepsBack() {
        AtomicLong source = new AtomicLong(1_000);
        MonotonicTicks clock = new MonotonicTicks(() -> source.getAndAdd(-100));
        assertThat(LongStream.generate(clock::next).limit(4)).containsExactly(1_000L, 1_001L, 1_002L, 1_003L);
        source.set(1_004);
        assertThat(clock.next()).isEqualTo(1_004);
    }

    @Test
    void neverGivesANegativeTick() {
        assertThat(new MonotonicTicks(() -> -5).next()).isZero();
    }

    @Test
    void givesEightThreadsDifferentTicks() throws Exception {
        MonotonicTicks clock = new MonotonicTicks(() -> 0);
        CyclicBarrier start = new CyclicBarrier(THREADS);
        try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
            List<Future<long[]>> taken = threads.invokeAll(Collections.nCopies(THREADS, taking(clock, start)));
            for (Future<long[]> ticks : taken) {
                assertThat(ticks.get()).isSorted();
            }
            long[] all = taken.stream()
                    .map(Future::resultNow)
                    .flatMapToLong(Arrays::stream)
                    .sorted()
                    .toArray();
            assertThat(all)
                    .isEqualTo(LongStream.range(0, (long) THREADS * TICKS).toArray());
        }
    }

    /** Posts of the future would be on top of all feeds until the clock has caught up. */
    @Test
    void givesNoTicksAfterItsSourceWasSetBackByMoreThanAMinute() {
        AtomicLong source = new AtomicLong(Duration.ofHours(1).toNanos());
        MonotonicTicks clock = new MonotonicTicks(source::get);
        long last = clock.next();
        source.addAndGet(-Duration.ofMinutes(1).toNanos());
        assertThat(clock.isAhead()).isFalse();
        assertThat(clock.next()).isEqualTo(last + 1);
        assertThat(clock.isAhead()).isTrue();
        assertThatThrownBy(clock::next).isInstanceOf(MonotonicTicks.AheadException.class);
        source.set(last + 2);
        assertThat(clock.isAhead()).isFalse();
        assertThat(clock.next()).isEqualTo(last + 2);
    }

    private static Callable<long[]> taking(MonotonicTicks clock, CyclicBarrier start) {
        return () -> {
            start.await();
            return LongStream.generate(clock::next).limit(TICKS).toArray();
        };
    }
}
