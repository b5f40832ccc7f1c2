package io.feedmill.stack.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ParallelTest {

    private static final List<Integer> NUMBERS =
            IntStream.range(0, 1_000).boxed().toList();

    @Test
    void resultsAreInTheOrderOfTheItems() {
        assertThat(Parallel.map(NUMBERS, 8, number -> number)).isEqualTo(NUMBERS);
    }

    @Test
    void neverMoreAtOnceThanThreads() {
        AtomicInteger running = new AtomicInteger();
        List<Integer> seen = Parallel.map(NUMBERS, 4, number -> {
            int now = running.incrementAndGet();
            running.decrementAndGet();
            return now;
        });
        assertThat(seen).allMatch(now -> now <= 4);
    }

    @Test
    void theFirstExceptionEndsTheWork() {
        AtomicInteger done = new AtomicInteger();
        assertThatIllegalStateException()
                .isThrownBy(() -> Parallel.map(NUMBERS, 2, number -> {
                    if (number == 10) {
                        throw new IllegalStateException("ten");
                    }
                    return done.incrementAndGet();
                }))
                .withMessage("ten");
        assertThat(done).hasValueLessThan(NUMBERS.size() - 1);
    }
}
