package io.feedmill.common.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class TicksTest {
    private static final Instant LAST = Instant.parse("2262-04-11T23:47:16.854775807Z");

    @Seeded
    void ticksAndInstantsConvertExactly(long seed) {
        Samples.tries(seed, random -> {
            long tick = Samples.tick(random);
            assertThat(Ticks.ofInstant(Ticks.toInstant(tick))).isEqualTo(tick);
        });
    }

    @Test
    void countsNanosecondsSince1970() {
        assertThat(Ticks.ofInstant(Instant.EPOCH)).isZero();
        assertThat(Ticks.ofInstant(Instant.parse("1970-01-02T00:00:00.000000001Z")))
                .isEqualTo(86_400_000_000_001L);
        assertThat(Ticks.toInstant(1)).isEqualTo("1970-01-01T00:00:00.000000001Z");
    }

    @Test
    void endsInApril2262() {
        assertThat(Ticks.toInstant(Long.MAX_VALUE)).isEqualTo(LAST);
        assertThat(Ticks.ofInstant(LAST)).isEqualTo(Long.MAX_VALUE);
        assertThatIllegalArgumentException().isThrownBy(() -> Ticks.ofInstant(LAST.plusNanos(1)));
        assertThatIllegalArgumentException().isThrownBy(() -> Ticks.ofInstant(Instant.MAX));
    }

    @Test
    void refusesTimesBefore1970() {
        assertThatIllegalArgumentException().isThrownBy(() -> Ticks.ofInstant(Instant.EPOCH.minusNanos(1)));
        assertThatIllegalArgumentException().isThrownBy(() -> Ticks.ofInstant(Instant.MIN));
        assertThatIllegalArgumentException().isThrownBy(() -> Ticks.toInstant(-1));
    }
}
