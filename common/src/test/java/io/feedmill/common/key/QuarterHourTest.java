package io.feedmill.common.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QuarterHourTest {
    @ParameterizedTest
    @CsvSource({
        "2026-11-21T10:00:00Z, 202611211000",
        "2026-11-21T10:14:59.999999999Z, 202611211000",
        "2026-11-21T10:15:00Z, 202611211015",
        "2024-02-29T23:59:59Z, 202402292345",
        "2025-12-31T23:59:59.999Z, 202512312345",
        "1969-12-31T23:59:59.999Z, 196912312345",
        "0000-01-01T00:00:00Z, 000001010000"
    })
    void isTheQuarterThatTheInstantFallsInto(Instant instant, String value) {
        assertThat(QuarterHour.of(instant)).hasToString(value);
    }

    @ParameterizedTest
    @CsvSource({
        "202611211000, 202611211015",
        "202611211045, 202611211100",
        "202402282345, 202402290000",
        "202402292345, 202403010000",
        "202502282345, 202503010000",
        "202512312345, 202601010000"
    })
    void isFollowedByTheNext(String value, String next) {
        assertThat(QuarterHour.parse(value).next().value()).isEqualTo(next);
    }

    @Seeded
    void sortsByTimeAndParsesItsOwnValue(long seed) {
        Samples.tries(seed, random -> {
            QuarterHour a = QuarterHour.of(Ticks.toInstant(Samples.tick(random)));
            QuarterHour b = random.nextBoolean() ? a.next() : QuarterHour.of(Ticks.toInstant(Samples.tick(random)));
            assertThat(a.value()).hasSize(12);
            assertThat(QuarterHour.parse(a.value())).isEqualTo(a);
            assertThat(Samples.BYTES.compare(a.value(), b.value()))
                    .isEqualTo(a.start().compareTo(b.start()));
            assertThat(a.compareTo(b)).isEqualTo(a.start().compareTo(b.start()));
        });
    }

    @Test
    void isUtcWithAnyDefaults() {
        Instant start = Instant.parse("2024-02-29T23:45:00Z");
        Defaults.underEach(defaults -> {
            assertThat(QuarterHour.of(start.plusSeconds(3)).value())
                    .as(defaults)
                    .isEqualTo("202402292345");
            assertThat(QuarterHour.parse("202402292345").start()).as(defaults).isEqualTo(start);
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "20261121100",
                "2026112110000",
                "202611211001",
                "202611212400",
                "202502290000",
                "202413010000",
                "+20261121100",
                "+202611211000",
                "+1202611211000",
                "-02611211000",
                "-202611211000",
                "-000011211000",
                "2026-11-2110",
                "٢٠٢٦١١٢١١٠٠٠"
            })
    void refusesWhatIsNoQuarterHour(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> QuarterHour.parse(text));
    }

    @Test
    void refusesAStartWithinAQuarter() {
        Instant start = Instant.parse("2026-11-21T10:15:00Z");
        assertThat(new QuarterHour(start).next().start()).isEqualTo(start.plus(Duration.ofMinutes(15)));
        assertThatIllegalArgumentException().isThrownBy(() -> new QuarterHour(start.plusNanos(1)));
        assertThatIllegalArgumentException().isThrownBy(() -> new QuarterHour(start.plusSeconds(60)));
    }

    @Test
    void refusesYearsOfFiveDigits() {
        QuarterHour last = QuarterHour.parse("999912312345");
        assertThatIllegalArgumentException().isThrownBy(last::next);
        assertThatIllegalArgumentException().isThrownBy(() -> QuarterHour.of(Instant.MAX));
        assertThatIllegalArgumentException().isThrownBy(() -> QuarterHour.of(Instant.MIN));
    }
}
