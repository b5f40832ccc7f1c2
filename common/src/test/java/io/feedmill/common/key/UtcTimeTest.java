package io.feedmill.common.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class UtcTimeTest {
    private static final Instant INSTANT = Instant.parse("2024-02-29T23:45:00Z");

    @Test
    void isUtcAndAsciiWithAnyDefaults() {
        Defaults.underEach(defaults -> {
            UtcTime format = new UtcTime("uuuuMMddHHmm");
            assertThat(format.format(INSTANT)).as(defaults).isEqualTo("202402292345");
            assertThat(format.parse("202402292345")).as(defaults).isEqualTo(INSTANT);
        });
    }

    @Test
    void floorsTimesBefore1970Downwards() {
        Instant instant = Instant.parse("1969-12-31T23:59:59.5Z");
        assertThat(UtcTime.floor(instant, 1)).isEqualTo("1969-12-31T23:59:59Z");
        assertThat(UtcTime.floor(instant, 900)).isEqualTo("1969-12-31T23:45:00Z");
    }

    @Test
    void refusesYearsOfFiveDigits() {
        UtcTime.requireMultiple(Instant.parse("9999-12-31T23:59:59Z"), 1);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> UtcTime.requireMultiple(Instant.parse("+10000-01-01T00:00:00Z"), 1));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> UtcTime.requireMultiple(Instant.parse("-0001-12-31T23:59:59Z"), 1));
    }
}
