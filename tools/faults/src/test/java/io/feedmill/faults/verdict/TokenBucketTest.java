package io.feedmill.faults.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.faults.script.Rate;
import io.feedmill.testkit.SettableClock;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class TokenBucketTest {
    private final SettableClock clock = new SettableClock();
    private final TokenBucket bucket = new TokenBucket(new Rate(10, 20), clock.nanoTime());

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
        bucket.giveBack(5);
        assertThat(take(6)).isFalse();
        assertThat(take(5)).isTrue();
    }

    @Test
    void fullOnesAreForgottenAndEmptyOnesNot() {
        Buckets buckets = new Buckets(new Rate(1, 1));
        buckets.get("busy", 0).take(1, 0);
        for (int name = 0; name < 25_000; name++) {
            buckets.get("idle" + name, 0);
        }
        assertThat(buckets.size()).isLessThanOrEqualTo(10_000);
        assertThat(buckets.get("busy", 0).take(1, 0)).isFalse();
    }

    private boolean take(int units) {
        return bucket.take(units, clock.nanoTime());
    }
}
