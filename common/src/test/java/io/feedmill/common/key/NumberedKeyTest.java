package io.feedmill.common.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class NumberedKeyTest {

    @Test
    void countsFromOneAsTheArticleDoes() {
        assertThat(NumberedKey.all("seattle", 2))
                .extracting(NumberedKey::value)
                .containsExactly("seattle-1", "seattle-2");
    }

    @Test
    void everyIdHasOneOfTheKeysAndAllAreUsed() {
        assertThat(IntStream.range(0, 200)
                        .mapToObj(i -> NumberedKey.of("seattle", "id " + i, 8))
                        .collect(Collectors.toSet()))
                .containsExactlyInAnyOrderElementsOf(NumberedKey.all("seattle", 8));
        assertThat(NumberedKey.of("seattle", "id", 8)).isEqualTo(NumberedKey.of("seattle", "id", 8));
    }

    @Test
    void namesThatEndInANumberAreToldApart() {
        assertThat(new NumberedKey("a-1", 2).value()).isNotEqualTo(new NumberedKey("a", 12).value());
        assertThat(new NumberedKey("a-1", 2).value()).isEqualTo("a-1-2");
    }

    @Test
    void refusesBadComponents() {
        assertThatIllegalArgumentException().isThrownBy(() -> new NumberedKey("", 1));
        assertThatIllegalArgumentException().isThrownBy(() -> new NumberedKey("a", 0));
        assertThatIllegalArgumentException().isThrownBy(() -> NumberedKey.of("a", "id", 0));
    }
}
