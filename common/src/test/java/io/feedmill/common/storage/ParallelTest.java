package io.feedmill.common.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class ParallelTest {
    private final List<String> reads = Collections.synchronizedList(new ArrayList<>());

    private String read(String key) {
        reads.add(key);
        if (key.startsWith("bad")) {
            throw new IllegalArgumentException(key);
        }
        return key + "!";
    }

    @Test
    void whatWasReadAheadIsReadOnceAndAnythingElseWhenItIsAskedFor() {
        try (Parallel.Reader<String, String> reader = new Parallel.Reader<>(this::read)) {
            reader.begin("a");
            assertThat(reader.get("a")).isEqualTo("a!");
            reader.begin("b");
            assertThat(reader.get("c")).isEqualTo("c!");
        }
        assertThat(reads).containsExactlyInAnyOrder("a", "b", "c");
    }

    @Test
    void aFailureIsThrownToWhoAsksForTheValue() {
        try (Parallel.Reader<String, String> reader = new Parallel.Reader<>(this::read)) {
            reader.begin("bad");
            assertThatThrownBy(() -> reader.get("bad")).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void noReadIsLeftBehindAndItsFailureHidesNoOther() {
        CountDownLatch closing = new CountDownLatch(1);
        Parallel.Reader<String, String> reader = new Parallel.Reader<>(key -> {
            awaitLatch(closing);
            return read(key);
        });
        assertThatThrownBy(() -> {
                    try (reader) {
                        reader.begin("bad");
                        closing.countDown();
                        throw new IllegalStateException("the plan failed");
                    }
                })
                .hasMessage("the plan failed")
                .hasNoSuppressedExceptions();
        assertThat(reads).containsExactly("bad");
    }

    private static void awaitLatch(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
