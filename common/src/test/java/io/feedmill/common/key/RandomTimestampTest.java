package io.feedmill.common.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RandomTimestampTest {
    @Seeded
    void sortsByTheSecondAsBytes(long seed) {
        Samples.tries(seed, random -> {
            RandomTimestamp a = RandomTimestamp.of(Ticks.toInstant(Samples.tick(random)), random);
            Instant other = random.nextBoolean() ? a.second() : Ticks.toInstant(Samples.tick(random));
            RandomTimestamp b = RandomTimestamp.of(other, random);
            int order = Samples.BYTES.compare(a.value(), b.value());
            if (!a.second().equals(b.second())) {
                assertThat(order).isEqualTo(a.second().compareTo(b.second()));
            }
        });
    }

    @Seeded
    void parsesItsOwnValueOfFixedWidth(long seed) {
        Samples.tries(seed, random -> {
            RandomTimestamp stamp = RandomTimestamp.of(Ticks.toInstant(Samples.tick(random)), random);
            assertThat(stamp.value()).hasSize(36);
            assertThat(RandomTimestamp.parse(stamp.value())).isEqualTo(stamp);
        });
    }

    @Test
    void isUtcWithAnyDefaults() {
        Instant instant = Instant.parse("2024-02-29T23:59:59.999Z");
        Defaults.underEach(defaults -> assertThat(
                        RandomTimestamp.of(instant, new Random(1)).value())
                .as(defaults)
                .startsWith("2024-02-29T23:59:59."));
    }

    @Test
    void tellsApartEventsOfOneInstant() {
        Random random = new Random(1);
        assertThat(RandomTimestamp.of(Instant.EPOCH, random)).isNotEqualTo(RandomTimestamp.of(Instant.EPOCH, random));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "2026-11-21T10:00:00",
                "2026-11-21T10:00:00.111111111111111",
                "2026-11-21T10:00:00.11111111111111111",
                "2026-11-21T10:00:00.111111111111111l",
                "2026-11-21T10:00:00-1111111111111111",
                "2026-11-21 10:00:00.1111111111111111",
                "2025-02-29T10:00:00.1111111111111111",
                "2026-11-21T24:00:00.1111111111111111",
                "2026-11-21T23:59:60.1111111111111111"
            })
    void refusesWhatIsNoRandomTimestamp(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> RandomTimestamp.parse(text));
    }

    @Test
    void refusesBadComponents() {
        String suffix = "1".repeat(16);
        assertThatIllegalArgumentException().isThrownBy(() -> new RandomTimestamp(Instant.EPOCH.plusNanos(1), suffix));
        assertThatIllegalArgumentException().isThrownBy(() -> new RandomTimestamp(Instant.MAX, suffix));
        assertThatIllegalArgumentException().isThrownBy(() -> new RandomTimestamp(Instant.EPOCH, "1"));
    }
}
