package io.feedmill.common.partition;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.key.KeyRange;
import io.feedmill.common.key.Samples;
import io.feedmill.common.key.Seeded;
import io.feedmill.common.partition.KeyValue.ScalarType;
import java.math.BigDecimal;
import java.util.Base64;
import java.util.Random;
import org.junit.jupiter.api.Test;

class KeyValueTest {
    private static final String STRING = ScalarType.S.greatest().text();

    @Test
    void theGreatestStringFillsTheLimitOfASortKey() {
        assertThat(STRING.getBytes(UTF_8)).hasSize(1_024);
    }

    @Seeded
    void noStringIsGreater(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < Seeded.TRIES; i++) {
            assertThat(KeyRange.compare(Samples.part(random), STRING)).isNegative();
        }
        String shorter = Character.toString(Character.MAX_CODE_POINT).repeat(255);
        assertThat(KeyRange.compare(shorter, STRING)).isNegative();
    }

    @Test
    void theGreatestNumberHas38NinesAndTheGreatestExponent() {
        BigDecimal number = new BigDecimal(ScalarType.N.greatest().text());
        assertThat(number.precision()).isEqualTo(38);
        assertThat(number).hasToString("9.9999999999999999999999999999999999999E+125");
        assertThat(number.add(number.ulp())).isEqualByComparingTo(new BigDecimal("1E+126"));
    }

    @Test
    void theGreatestBinaryIsAllOnes() {
        assertThat(Base64.getDecoder().decode(ScalarType.B.greatest().text()))
                .hasSize(1_024)
                .containsOnly(0xff);
    }
}
