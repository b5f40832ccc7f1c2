package io.feedmill.faults.decision;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.testkit.SettableClock;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class TokenBucketsTest {
    private final SettableClock clock = new SettableClock();
    private final TokenBuckets buckets = new TokenBuckets(10, 20);

    @Test
    void startsFullAndGivesNoMoreThanThat() {
        assertThat(take(20)).isTrue();
        assertThat(take(1)).isFalse();
    }

    @Test
    void takesAllOrNothing() {
        assertThat(take(15)).isTrue();
        assertThat(take(6)).isFalse();
        assertThat(take(5)).isTrue();
    }

    @Test
    void refillsByItsRate() {
        take(20);
        clock.advance(Duration.ofMillis(99));
        assertThat(take(1)).isFalse();
        clock.advance(Duration.ofMillis(1));
        assertThat(take(1)).isTrue();
    }

    @Test
    void doesNotRunOver() {
        clock.advance(Duration.ofHours(1));
        assertThat(take(20)).isTrue();
        assertThat(take(1)).isFalse();
    }

    @Test
    void whatNeverFitsIsTakenFromAFullBucketAndPaidAfterwards() {
        assertThat(take(40)).isTrue();
        clock.advance(Duration.ofSeconds(2));
        assertThat(take(1)).isFalse();
        clock.advance(Duration.ofMillis(100));
        assertThat(take(1)).isTrue();
    }

    @Test
    void takesBack() {
        take(20);
        buckets.release("one", 5);
        assertThat(take(6)).isFalse();
        assertThat(take(5)).isTrue();
    }

    @Test
    void fullOnesAreForgottenAndEmptyOnesNot() {
        TokenBuckets ofOne = new TokenBuckets(1, 1);
        ofOne.take("busy", 1, 0);
        for (int name = 0; name < 25_000; name++) {
            assertThat(ofOne.take("idle" + name, 0, 0)).isTrue();
        }
        assertThat(ofOne.size()).isLessThanOrEqualTo(10_000);
        assertThat(ofOne.take("busy", 1, 0)).isFalse();
    }

    private boolean take(int units) {
        return buckets.take("one", units, clock.nanoTime());
    }
}
