package io.feedmill.common.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class Base58Test {
    @Test
    void alphabetHas58CharactersInAsciiOrder() {
        assertThat(Base58.ALPHABET.chars().boxed().toList())
                .hasSize(58)
                .isSorted()
                .doesNotHaveDuplicates();
        assertThat(Base58.ALPHABET).doesNotContain("0", "O", "I", "l");
    }

    @Test
    void encodesKnownNumbers() {
        assertThat(Base58.encode(0, 1)).isEqualTo("1");
        assertThat(Base58.encode(57, 1)).isEqualTo("z");
        assertThat(Base58.encode(58, 2)).isEqualTo("21");
        assertThat(Base58.encode(Long.MAX_VALUE, 11)).isEqualTo("NQm6nKp8qFC");
    }

    @Seeded
    void decodesWhatItEncodesInAFixedWidth(long seed) {
        Samples.tries(seed, random -> {
            long value = Samples.tick(random);
            String encoded = Base58.encode(value, 11);
            assertThat(encoded).hasSize(11);
            assertThat(Base58.decode(encoded)).isEqualTo(value);
        });
    }

    @Seeded
    void sortsAsTheNumbersDo(long seed) {
        Samples.tries(seed, random -> {
            long a = Samples.tick(random);
            long b = Samples.tick(random);
            assertThat(Samples.BYTES.compare(Base58.encode(a, 11), Base58.encode(b, 11)))
                    .isEqualTo(Long.compare(a, b));
        });
    }

    @Test
    void refusesNumbersThatDoNotFit() {
        assertThatIllegalArgumentException().isThrownBy(() -> Base58.encode(58, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> Base58.encode(Long.MAX_VALUE, 10));
        assertThatIllegalArgumentException().isThrownBy(() -> Base58.encode(-1, 11));
        assertThatIllegalArgumentException().isThrownBy(() -> Base58.encode(Long.MIN_VALUE, 11));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "0", "O", "I", "l", "1+1", "-1", " 1", "é", "NQm6nKp8qFD", "zzzzzzzzzzz", "211111111111"})
    void refusesOtherCharactersAndOverflow(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> Base58.decode(text));
    }

    @Test
    void ignoresLeadingOnes() {
        assertThat(Base58.decode("1".repeat(40) + "21")).isEqualTo(58);
    }

    @Test
    void drawsEveryCharacterAboutAsOften() {
        String drawn = Base58.random(new Random(1), 58_000);
        assertThat(drawn).hasSize(58_000);
        assertThat(Base58.isBase58(drawn)).isTrue();
        assertThat(Base58.ALPHABET.chars())
                .allSatisfy(c ->
                        assertThat(drawn.chars().filter(d -> d == c).count()).isBetween(850L, 1_150L));
    }

    @Test
    void knowsItsCharacters() {
        assertThat(Base58.isBase58(Base58.ALPHABET)).isTrue();
        assertThat(Base58.isBase58("")).isFalse();
        assertThat(Base58.isBase58("abcl")).isFalse();
        assertThat(Base58.isBase58("abc\n")).isFalse();
    }
}
