package io.feedmill.common.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.feedmill.common.storage.StorageException.Kind;
import io.feedmill.common.storage.SuspendSafeClock.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RefreshedCopyTest {
    private final AtomicLong seconds = new AtomicLong();
    private final SuspendSafeClock clocks = new SuspendSafeClock(
            () -> Duration.ofSeconds(seconds.get()).toNanos(), () -> Instant.EPOCH.plusSeconds(seconds.get()));
    private final AtomicInteger reads = new AtomicInteger();
    private final Deque<Runnable> background = new ArrayDeque<>();
    private Supplier<String> store = () -> "read " + reads.incrementAndGet();
    private final RefreshedCopy<String> copy =
            new RefreshedCopy<>(before -> store.get(), clocks, background::add, RefreshedCopy.OLD);

    private Time at(long second) {
        seconds.set(second);
        return clocks.now();
    }

    @Test
    void itIsReadInTheBackgroundWhenItIsOldAndFirstWhenItIsTooOld() {
        assertThat(copy.fresh()).isEqualTo("read 1");
        seconds.set(10);
        assertThat(copy.fresh()).isEqualTo("read 1");
        assertThat(background).hasSize(1);
        background.remove().run();
        assertThat(copy.fresh()).isEqualTo("read 2");
        seconds.set(40);
        assertThat(copy.fresh()).isEqualTo("read 3");
    }

    @Test
    void allWhoWaitHaveTheOutcomeOfOneReadAlsoItsFailure() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        store = () -> {
            reads.incrementAndGet();
            begun.countDown();
            await().atMost(Duration.ofSeconds(20)).until(() -> go.getCount() == 0);
            throw new StorageException(Kind.THROTTLED, "all wait");
        };
        List<FutureTask<String>> pages =
                Stream.generate(() -> new FutureTask<>(copy::fresh)).limit(20).toList();
        List<Thread> threads = pages.stream().map(Thread::startVirtualThread).toList();
        assertThat(begun.await(20, TimeUnit.SECONDS)).isTrue();
        await().atMost(Duration.ofSeconds(20))
                .until(() -> threads.stream()
                                .filter(thread -> thread.getState() == Thread.State.WAITING)
                                .count()
                        >= 19);
        go.countDown();
        for (FutureTask<String> page : pages) {
            assertThatThrownBy(() -> page.get(20, TimeUnit.SECONDS)).hasRootCauseMessage("THROTTLED: all wait");
        }
        assertThat(reads).hasValue(1);
        store = () -> "read again";
        assertThat(copy.fresh()).isEqualTo("read again");
    }

    @Test
    void changesKeepItYoung() {
        copy.fresh();
        copy.upToDate(at(0), at(20));
        copy.change(value -> value + " changed");
        copy.upToDate(at(0), at(40));
        assertThat(copy.fresh()).isEqualTo("read 1 changed");
        assertThat(background).isEmpty();
    }

    @Test
    void afterFiveMinutesOfChangesItIsReadAgain() {
        copy.fresh();
        copy.upToDate(at(0), at(299));
        copy.fresh();
        assertThat(background).isEmpty();
        copy.upToDate(at(0), at(310));
        copy.fresh();
        assertThat(background).hasSize(1);
    }

    @Test
    void itIsReadAgainIfChangesSinceItsReadAreMissing() {
        copy.fresh();
        copy.upToDate(at(1), at(20));
        copy.fresh();
        assertThat(background).hasSize(1);
    }

    @Test
    void aChangeThatIsNotMadeHasItReadAgain() {
        copy.fresh();
        copy.missed();
        copy.upToDate(at(0), at(20));
        copy.fresh();
        assertThat(background).hasSize(1);
    }

    /** What the read found may be from before the change. */
    @Test
    void aChangeBesideAReadHasItReadAgain() {
        store = () -> {
            copy.change(value -> value + " changed");
            return "old";
        };
        assertThat(copy.fresh()).isEqualTo("old");
        copy.upToDate(at(0), at(20));
        copy.fresh();
        assertThat(background).hasSize(1);
    }

    @Test
    void withoutAReadItTellsOnlyWhatIsYoungEnough() {
        assertThat(copy.recent()).isNull();
        assertThat(copy.known()).isNull();
        copy.fresh();
        seconds.set(29);
        assertThat(copy.recent()).isEqualTo("read 1");
        seconds.set(30);
        assertThat(copy.recent()).isNull();
        assertThat(copy.known()).isEqualTo("read 1");
    }
}
