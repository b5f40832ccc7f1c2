package io.feedmill.common.key;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import org.junit.jupiter.api.Test;

class MaxKeyTest {
    @Test
    void stringFillsTheLimitOfASortKey() {
        assertThat(MaxKey.string().getBytes(UTF_8)).hasSize(1_024);
    }

    @Seeded
    void noStringIsGreater(long seed) {
        Samples.tries(seed, random -> {
            assertThat(Samples.BYTES.compare(Samples.part(random), MaxKey.string()))
                    .isNegative();
        });
        String shorter = Character.toString(Character.MAX_CODE_POINT).repeat(255);
        assertThat(Samples.BYTES.compare(shorter, MaxKey.string())).isNegative();
    }

    @Test
    void numberHas38NinesAndTheGreatestExponent() {
        assertThat(MaxKey.number().precision()).isEqualTo(38);
        assertThat(MaxKey.number()).hasToString("9.9999999999999999999999999999999999999E+125");
        assertThat(MaxKey.number().add(MaxKey.number().ulp())).isEqualByComparingTo(new BigDecimal("1E+126"));
    }

    @Test
    void binaryIsAllOnesAndNotShared() {
        byte[] key = MaxKey.binary();
        assertThat(key).hasSize(1_024).containsOnly(0xff);
        key[0] = 0;
        assertThat(MaxKey.binary()).containsOnly(0xff);
    }
}
