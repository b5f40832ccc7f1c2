package io.feedmill.common.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeyTemplateTest {
    private static final KeyTemplate PLACE = new KeyTemplate('#', 3);

    @Seeded
    void keysSortAsTheTuplesOfTheirParts(long seed) {
        Samples.tries(seed, random -> {
            KeyTemplate template = template(random);
            String[] a = parts(random);
            String[] b = neighbour(a, random);
            assertThat(Samples.BYTES.compare(template.encode(a), template.encode(b)))
                    .as("%s against %s under %s", List.of(a), List.of(b), template)
                    .isEqualTo(compare(a, b));
        });
    }

    @Seeded
    void decodesWhatItEncodes(long seed) {
        Samples.tries(seed, random -> {
            KeyTemplate template = template(random);
            String[] parts = parts(random);
            assertThat(template.decode(template.encode(parts))).containsExactly(parts);
        });
    }

    @Seeded
    void prefixMatchesExactlyTheKeysWithTheseParts(long seed) {
        Samples.tries(seed, random -> {
            KeyTemplate template = template(random);
            String[] a = parts(random);
            String[] b = neighbour(a, random);
            assertThat(template.encode(b).startsWith(template.prefix(a[0]))).isEqualTo(a[0].equals(b[0]));
            assertThat(template.range(a[0]).contains(template.encode(b))).isEqualTo(a[0].equals(b[0]));
            assertThat(template.encode(b).startsWith(template.prefix(a[0], a[1])))
                    .isEqualTo(a[0].equals(b[0]) && a[1].equals(b[1]));
        });
    }

    @Test
    void prefixNeverMatchesALongerName() {
        assertThat(PLACE.prefix("USA", "TX")).isEqualTo("USA#TX#");
        assertThat(PLACE.encode("USA", "TXX", "1")).doesNotStartWith(PLACE.prefix("USA", "TX"));
        assertThat(PLACE.encode("USA#TX", "", "1")).doesNotStartWith(PLACE.prefix("USA", "TX"));
    }

    @Test
    void escapesTheSeparatorAndWhatSortsBelowIt() {
        assertThat(PLACE.encode("a#b", "San Francisco", "$1%")).isEqualTo("a$23b#San$20Francisco#$241%");
        assertThat(PLACE.encode("Åre", "\ud83d\ude00", "a_b.c-d")).isEqualTo("Åre#\ud83d\ude00#a_b.c-d");
    }

    @Test
    void emptyPartsSortFirstAndRoundTrip() {
        assertThat(PLACE.encode("", "", "")).isEqualTo("##");
        assertThat(PLACE.decode("##")).containsExactly("", "", "");
        assertThat(PLACE.prefix("")).isEqualTo("#");
        assertThat(PLACE.encode("a", "", "z")).isLessThan(PLACE.encode("a", "\0", ""));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a", "a#b", "a#b#c#d", "a#b#$", "a#b#$2", "a#b#$zz", "a#b#$41", "a#b#$2a", "a b#c#d"})
    void refusesKeysThatItDoesNotWrite(String key) {
        assertThatIllegalArgumentException().isThrownBy(() -> PLACE.decode(key));
    }

    @Test
    void saysWhatAnEscapeLacks() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PLACE.decode("a#b#$2"))
                .withMessageContaining("2 hexadecimal digits after the escape");
    }

    @Test
    void refusesAnotherNumberOfParts() {
        assertThatIllegalArgumentException().isThrownBy(() -> PLACE.encode("a", "b"));
        assertThatIllegalArgumentException().isThrownBy(() -> PLACE.encode("a", "b", "c", "d"));
        assertThatIllegalArgumentException().isThrownBy(() -> PLACE.prefix());
        assertThatIllegalArgumentException().isThrownBy(() -> PLACE.prefix("a", "b", "c"));
    }

    @Test
    void refusesHalfASurrogatePair() {
        assertThatIllegalArgumentException().isThrownBy(() -> PLACE.encode("a", "b", "\ud800"));
        assertThatIllegalArgumentException().isThrownBy(() -> PLACE.prefix("\udc00"));
    }

    @Test
    void refusesTemplatesWhoseKeysWouldBeUnreadableOrEmpty() {
        assertThatIllegalArgumentException().isThrownBy(() -> new KeyTemplate('/', 2));
        assertThatIllegalArgumentException().isThrownBy(() -> new KeyTemplate(' ', 2));
        assertThatIllegalArgumentException().isThrownBy(() -> new KeyTemplate('_', 2));
        assertThatIllegalArgumentException().isThrownBy(() -> new KeyTemplate('#', 1));
    }

    private static KeyTemplate template(Random random) {
        return new KeyTemplate((char) random.nextInt('!', '.' + 1), 3);
    }

    private static String[] parts(Random random) {
        return Stream.generate(() -> Samples.part(random)).limit(3).toArray(String[]::new);
    }

    /** Returns the same tuple with one part changed, or all parts. */
    private static String[] neighbour(String[] parts, Random random) {
        String[] neighbour = random.nextInt(4) == 0 ? parts(random) : parts.clone();
        int changed = random.nextInt(3);
        neighbour[changed] = random.nextBoolean() ? parts[changed] + Samples.part(random) : Samples.part(random);
        return neighbour;
    }

    private static int compare(String[] a, String[] b) {
        return IntStream.range(0, a.length)
                .map(i -> Samples.BYTES.compare(a[i], b[i]))
                .filter(order -> order != 0)
                .findFirst()
                .orElse(0);
    }
}
