package io.feedmill.bench.stub;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class WriteBudgetTest {
    private final WriteBudget budget = new WriteBudget(1_000, 0);

    @Test
    void takesAPartWhereThatIsAllThereIs() {
        assertThat(budget.take(75, 0)).isEqualTo(75);
        assertThat(budget.take(75, 0)).isEqualTo(25);
        assertThat(budget.take(75, 0)).isZero();
    }

    @Test
    void comesBackWithTimeAndIsNotKept() {
        assertThat(budget.take(100, 0)).isEqualTo(100);
        assertThat(budget.take(100, TimeUnit.MILLISECONDS.toNanos(30))).isEqualTo(30);
        assertThat(budget.take(1_000, TimeUnit.SECONDS.toNanos(10))).isEqualTo(100);
    }

    @Test
    void partsOfAUnitAreNotLost() {
        budget.take(100, 0);
        int taken = 0;
        for (int at = 1; at <= 10_000; at++) {
            taken += budget.take(25, TimeUnit.MICROSECONDS.toNanos(at * 100L));
        }
        assertThat(taken).isBetween(999, 1_000);
    }

    @Test
    void mayBeUnbounded() {
        assertThat(WriteBudget.unbounded().take(Integer.MAX_VALUE, 0)).isEqualTo(Integer.MAX_VALUE);
    }
}
