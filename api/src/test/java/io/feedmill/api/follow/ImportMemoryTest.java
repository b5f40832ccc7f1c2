package io.feedmill.api.follow;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.api.guard.WorkSender;
import io.feedmill.api.metrics.ApiMetrics;
import io.feedmill.common.dynamo.DynamoMetrics.Operation;
import io.feedmill.common.follow.FollowStore.UnfollowSettings;
import io.feedmill.testkit.MemoryQueue;
import io.feedmill.testkit.MemoryStores;
import io.feedmill.testkit.Stores;
import io.feedmill.testkit.memory.FaultRules;
import io.feedmill.testkit.memory.Faults.Call;
import io.feedmill.testkit.memory.Faults.Fault;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;

/** The memory of an import does not grow with its length. */
@Timeout(60)
class ImportMemoryTest {

    /** While the store blocks, the import reads up to the batches in flight, one more batch and one buffer. */
    @Test
    void readsOnlyAsFastAsTheStoreWrites() throws Exception {
        CountDownLatch full = new CountDownLatch(FollowImport.IN_FLIGHT);
        CompletableFuture<Void> proceed = new CompletableFuture<Void>().orTimeout(30, TimeUnit.SECONDS);
        Lines lines = new Lines(100_000);
        AtomicInteger peak = new AtomicInteger();
        AtomicInteger underWay = new AtomicInteger();
        Thread importing = Thread.startVirtualThread(() -> run(lines, call -> {
            peak.accumulateAndGet(underWay.incrementAndGet(), Math::max);
            full.countDown();
            proceed.join();
            underWay.decrementAndGet();
        }));
        assertThat(full.await(30, TimeUnit.SECONDS)).isTrue();
        long held = lines.made.get();
        assertThat(held).isLessThanOrEqualTo((FollowImport.IN_FLIGHT + 1L) * FollowImport.BATCH + 16 * 1024 / 4);
        proceed.complete(null);
        importing.join();
        assertThat(lines.made).hasValue(100_000);
        assertThat(peak).hasValue(FollowImport.IN_FLIGHT);
    }

    @Test
    @Tag("full")
    void takesAMillionLines() {
        AtomicLong rows = new AtomicLong();
        FollowImport.ImportResponse response =
                run(new Lines(1_000_000), call -> rows.addAndGet(call.items().size()));
        assertThat(response.imported()).isEqualTo(1_000_000);
        assertThat(rows).hasValue(2 * 1_000_000);
    }

    @Test
    void aLineWithoutEndTakesNoMemory() {
        Lines lines = new Lines(Long.MAX_VALUE, "x", 1L << 26);
        FollowImport.ImportResponse response = run(lines, call -> {});
        assertThat(response.rejected())
                .extracting(FollowImport.RejectedLine::reason)
                .containsExactly("the line is too long");
    }

    /** Nobody blocks, and no follow is stored: a million of them take too long in memory. */
    private static FollowImport.ImportResponse run(InputStream lines, Consumer<Call> write) {
        FaultRules answered = new FaultRules()
                .always(call -> call.isOneOf(Operation.BATCH_WRITE_ITEM), call -> {
                    write.accept(call);
                    return new Fault.Answered(BatchWriteItemResponse.builder().build());
                })
                .always(
                        call -> true,
                        call -> new Fault.Answered(
                                BatchGetItemResponse.builder().build()));
        Stores stores = new MemoryStores(Clock.systemUTC()).stores(answered);
        ApiMetrics metrics = new ApiMetrics(new SimpleMeterRegistry());
        UnfollowSettings unfollow = new UnfollowSettings(Duration.ZERO);
        WorkSender sender = new WorkSender(new MemoryQueue(Clock.systemUTC()), metrics, 0);
        FollowChanges changes = new FollowChanges(stores.follows(), stores.readers(), sender, unfollow);
        try {
            return new FollowImport(stores.follows(), stores.readers(), changes, metrics).run(lines);
        } catch (IOException e) {
            throw new AssertionError(e);
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
