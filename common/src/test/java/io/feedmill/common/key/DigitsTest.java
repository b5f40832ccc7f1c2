package io.feedmill.common.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DigitsTest {
    @Seeded
    void decodesWhatItEncodesInTheOrderOfTheNumbers(long seed) {
        Samples.tries(seed, random -> {
            long a = Samples.tick(random);
            long b = Samples.tick(random);
            String encoded = Digits.encode(a, 19);
            assertThat(encoded).hasSize(19);
            assertThat(Digits.decode(encoded, 19)).isEqualTo(a);
            assertThat(Samples.BYTES.compare(encoded, Digits.encode(b, 19))).isEqualTo(Long.compare(a, b));
        });
    }

    @Test
    void refusesNumbersThatDoNotFit() {
        assertThatIllegalArgumentException().isThrownBy(() -> Digits.encode(1_000, 3));
        assertThatIllegalArgumentException().isThrownBy(() -> Digits.encode(-1, 3));
        assertThatIllegalArgumentException().isThrownBy(() -> Digits.decode("9223372036854775808", 19));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1", "12", "0123", "+12", "-12", " 12", "1a2", "١٢٣"})
    void refusesAllButThreeAsciiDigits(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> Digits.decode(text, 3));
    }
}
