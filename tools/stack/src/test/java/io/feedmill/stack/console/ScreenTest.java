package io.feedmill.stack.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ScreenTest {
    private static final List<Integer> ITEMS = List.of(1, 2, 3, 4, 5, 6);

    private final Screen screen = Screen.plain(new PrintStream(new ByteArrayOutputStream()));

    @Test
    void aSlowCallHoldsUpNoLaterOne() {
        CountDownLatch others = new CountDownLatch(ITEMS.size() - 1);
        List<String> answers = screen.each("calls", 2, ITEMS, item -> {
            if (item == 1) {
                return "others made: " + await(others);
            }
            others.countDown();
            return "call " + item;
        });
        assertThat(answers).containsExactly("others made: true", "call 2", "call 3", "call 4", "call 5", "call 6");
    }

    @Test
    void aFailedCallEndsTheOthers() {
        AtomicInteger calls = new AtomicInteger();
        CountDownLatch never = new CountDownLatch(1);
        assertThatThrownBy(() -> screen.each("calls", 1, ITEMS, item -> {
                    calls.incrementAndGet();
                    if (item == 1) {
                        throw new StepFailure("no " + item);
                    }
                    return await(never);
                }))
                .isInstanceOf(StepFailure.class)
                .hasMessage("no 1");
        assertThat(calls).hasValueLessThanOrEqualTo(2);
    }

    /** Whether it opened; false also when interrupted. */
    private static boolean await(CountDownLatch latch) {
        try {
            return latch.await(5, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
