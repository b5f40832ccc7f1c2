package io.feedmill.common.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class KeyRangeTest {
    /** In UTF-16 it comes before U+FFFF. */
    private static final String BEYOND_BMP = "\ud800\udc00";

    @Test
    void containsBothBounds() {
        KeyRange range = new KeyRange("b", "d");
        assertThat(range.contains("b")).isTrue();
        assertThat(range.contains("cz")).isTrue();
        assertThat(range.contains("d")).isTrue();
        assertThat(range.contains("a")).isFalse();
        assertThat(range.contains("da")).isFalse();
    }

    @Test
    void comparesUtf8Bytes() {
        assertThat(new KeyRange("\uffff", BEYOND_BMP).contains(BEYOND_BMP)).isTrue();
        assertThat(new KeyRange("a", "\uffff").contains(BEYOND_BMP)).isFalse();
    }

    @Test
    void mayHoldASingleKey() {
        assertThat(new KeyRange("a", "a").contains("a")).isTrue();
    }

    @Test
    void refusesBoundsInTheWrongOrder() {
        assertThatIllegalArgumentException().isThrownBy(() -> new KeyRange("b", "a"));
        assertThatIllegalArgumentException().isThrownBy(() -> new KeyRange(BEYOND_BMP, "\uffff"));
    }
}
