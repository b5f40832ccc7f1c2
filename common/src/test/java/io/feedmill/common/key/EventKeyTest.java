package io.feedmill.common.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EventKeyTest {
    private static final List<String> IDS = List.of("e", "e-", "e1", "-", ".a", "Z", "_", "z".repeat(64));
    private static final Comparator<EventKey> ORDER =
            Comparator.comparingLong(EventKey::millis).thenComparing(EventKey::event);

    private static EventKey key(Random random) {
        long millis = random.nextBoolean() ? random.nextInt(3) : random.nextLong(EventKey.MAX_MILLIS + 1);
        return new EventKey(millis, IDS.get(random.nextInt(IDS.size())));
    }

    @Test
    void isFifteenDigitsAndTheId() {
        assertThat(new EventKey(1_535_544_000_000L, "e1").value()).isEqualTo("001535544000000#e1");
    }

    @Seeded
    void sortsByTimeAndThenById(long seed) {
        Samples.tries(seed, random -> {
            EventKey a = key(random);
            EventKey b = key(random);
            assertThat(Samples.BYTES.compare(a.value(), b.value())).isEqualTo(Integer.signum(ORDER.compare(a, b)));
        });
    }

    @Seeded
    void parsesItsOwnValue(long seed) {
        Samples.tries(seed, random -> {
            EventKey key = key(random);
            assertThat(EventKey.parse(key.value())).isEqualTo(key);
        });
    }

    @Seeded
    void rangesHaveExactlyWhatIsWithinThem(long seed) {
        Samples.tries(seed, random -> {
            EventKey key = key(random);
            long from = random.nextInt(3);
            long to = from + 1 + random.nextInt(3);
            assertThat(EventKey.range(from, to).contains(key.value()))
                    .isEqualTo(key.millis() >= from && key.millis() < to);
        });
        assertThat(EventKey.range(0, EventKey.MAX_MILLIS + 1).contains(new EventKey(EventKey.MAX_MILLIS, "z").value()))
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "001535544000000",
                "001535544000000#",
                "01535544000000#e",
                "0001535544000000#e",
                "00153554400000x#e"
            })
    void refusesWhatIsNoEventKey(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> EventKey.parse(text));
    }

    @Test
    void refusesBadComponentsAndSpans() {
        assertThatIllegalArgumentException().isThrownBy(() -> new EventKey(-1, "e"));
        assertThatIllegalArgumentException().isThrownBy(() -> new EventKey(EventKey.MAX_MILLIS + 1, "e"));
        assertThatIllegalArgumentException().isThrownBy(() -> new EventKey(1, "a b"));
        assertThatIllegalArgumentException().isThrownBy(() -> EventKey.range(1, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> EventKey.range(-1, 1));
    }
}
