package io.feedmill.common.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VersionKeyTest {
    @Seeded
    void sortsAsTheVersionsDoAfterTheNewest(long seed) {
        Samples.tries(seed, random -> {
            long a = version(random);
            long b = version(random);
            String key = VersionKey.of(a);
            assertThat(key).hasSize(12).startsWith(VersionKey.PREFIX).isGreaterThan(VersionKey.NEWEST);
            assertThat(Samples.BYTES.compare(key, VersionKey.of(b))).isEqualTo(Long.compare(a, b));
        });
    }

    @Test
    void hasTheDocumentedForm() {
        assertThat(VersionKey.NEWEST).isEqualTo("v_0");
        assertThat(VersionKey.of(1)).isEqualTo("v_0000000001");
        assertThat(VersionKey.of(VersionKey.MAX)).isEqualTo("v_9999999999");
    }

    @Test
    void versionTenComesAfterVersionTwo() {
        assertThat(VersionKey.of(10)).isGreaterThan(VersionKey.of(2));
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, 10_000_000_000L, Long.MAX_VALUE, Long.MIN_VALUE})
    void refusesVersionsThatTenDigitsDoNotHold(long version) {
        assertThatIllegalArgumentException().isThrownBy(() -> VersionKey.of(version));
    }

    private static long version(Random random) {
        return random.nextBoolean() ? random.nextLong(1, 120) : random.nextLong(1, VersionKey.MAX + 1);
    }
}
