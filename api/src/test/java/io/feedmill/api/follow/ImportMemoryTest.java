package io.feedmill.api.follow;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.api.guard.WorkSender;
import io.feedmill.api.metrics.ApiMetrics;
import io.feedmill.common.follow.FollowStore;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.follow.ReaderStore;
import io.feedmill.common.follow.UnfollowSettings;
import io.feedmill.testkit.FakeQueue;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The memory of an import does not grow with its length. */
@Timeout(60)
class ImportMemoryTest {

    /** While the store blocks, the import reads up to the batches in flight, one more batch and one buffer. */
    @Test
    void readsOnlyAsFastAsTheStoreWrites() throws Exception {
        CountDownLatch full = new CountDownLatch(FollowImport.IN_FLIGHT);
        CountDownLatch proceed = new CountDownLatch(1);
        Lines lines = new Lines(100_000);
        AtomicInteger peak = new AtomicInteger();
        AtomicInteger underWay = new AtomicInteger();
        Thread importing = Thread.startVirtualThread(() -> run(lines, batch -> {
            peak.accumulateAndGet(underWay.incrementAndGet(), Math::max);
            full.countDown();
            await(proceed);
            underWay.decrementAndGet();
        }));
        await(full);
        long held = lines.made.get();
        assertThat(held).isLessThanOrEqualTo((FollowImport.IN_FLIGHT + 1L) * FollowImport.BATCH + 16 * 1024 / 4);
        proceed.countDown();
        importing.join();
        assertThat(lines.made).hasValue(100_000);
        assertThat(peak).hasValue(FollowImport.IN_FLIGHT);
    }

    @Test
    void takesAMillionLines() {
        AtomicLong stored = new AtomicLong();
        FollowImport.ImportResponse response = run(new Lines(1_000_000), batch -> stored.addAndGet(batch.size()));
        assertThat(response.imported()).isEqualTo(1_000_000);
        assertThat(stored).hasValue(1_000_000);
    }

    @Test
    void aLineWithoutEndTakesNoMemory() {
        Lines lines = new Lines(Long.MAX_VALUE, "x", 1L << 26);
        FollowImport.ImportResponse response = run(lines, batch -> {});
        assertThat(response.rejected())
                .extracting(FollowImport.RejectedLine::reason)
                .containsExactly("the line is too long");
    }

    private static FollowImport.ImportResponse run(InputStream lines, Consumer<Collection<Follow>> store) {
        FollowStore follows = importing(store);
        ReaderStore readers = unblocked();
        ApiMetrics metrics = new ApiMetrics(new SimpleMeterRegistry());
        UnfollowSettings unfollow = new UnfollowSettings(Duration.ZERO);
        FollowChanges changes = new FollowChanges(
                follows, readers, new WorkSender(new FakeQueue(Clock.systemUTC()), metrics), unfollow);
        try {
            return new FollowImport(follows, readers, changes, metrics).run(lines);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** A store in which nobody blocks: one in memory takes too long for a million lines. */
    private static ReaderStore unblocked() {
        return (ReaderStore) Proxy.newProxyInstance(
                ReaderStore.class.getClassLoader(),
                new Class<?>[] {ReaderStore.class},
                (proxy, method, arguments) -> Set.of());
    }

    @SuppressWarnings("unchecked")
    private static FollowStore importing(Consumer<Collection<Follow>> store) {
        return (FollowStore) Proxy.newProxyInstance(
                FollowStore.class.getClassLoader(), new Class<?>[] {FollowStore.class}, (proxy, method, arguments) -> {
                    store.accept((Collection<Follow>) Objects.requireNonNull(arguments)[0]);
                    return null;
                });
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Generates lines while they are read: numbered ones, or one repeated text. */
    private static final class Lines extends InputStream {
        private final long count;
        private final String text;
        private final long bytes;
        private final AtomicLong made = new AtomicLong();
        private byte[] line = new byte[0];
        private int position;
        private long given;

        Lines(long count) {
            this(count, "", Long.MAX_VALUE);
        }

        Lines(long count, String text, long bytes) {
            this.count = count;
            this.text = text;
            this.bytes = bytes;
        }

        @Override
        public int read() {
            if (position == line.length && !refill()) {
                return -1;
            }
            given++;
            return line[position++];
        }

        @Override
        public int read(byte[] target, int offset, int length) {
            int read = 0;
            for (int next; read < length && (next = read()) >= 0; read++) {
                target[offset + read] = (byte) next;
            }
            return read == 0 ? -1 : read;
        }

        private boolean refill() {
            if (made.get() == count || given >= bytes) {
                return false;
            }
            long number = made.getAndIncrement();
            line = (text.isEmpty() ? "u" + number + " a\n" : text.repeat(16_384)).getBytes(StandardCharsets.UTF_8);
            position = 0;
            return true;
        }
    }
}
