package io.feedmill.api.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feedmill.api.problem.ProblemException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClientTextTest {

    @Test
    void refusesControlCharactersOtherThanTabLineFeedAndCarriageReturn() {
        int[] refused = IntStream.rangeClosed(0, Character.MAX_CODE_POINT)
                .filter(c -> !ClientText.isAllowed("a" + Character.toString(c) + "b"))
                .toArray();
        assertThat(refused)
                .isEqualTo(IntStream.rangeClosed(0, Character.MAX_CODE_POINT)
                        .filter(c -> (c < 0x20 && c != 9 && c != 10 && c != 13)
                                || (c >= 0x7f && c <= 0x9f)
                                || (c >= 0xd800 && c <= 0xdfff))
                        .toArray());
    }

    @ParameterizedTest
    @ValueSource(strings = {"\ud83d", "\ude00", "\ude00\ud83d", "a\ud83db", "\ud83d\ud83d\ude00"})
    void refusesUnpairedSurrogates(String text) {
        assertThat(ClientText.isAllowed(text)).isFalse();
        assertThatThrownBy(() -> ClientText.require(text)).isInstanceOf(ProblemException.class);
    }

    /** Writers from right to left need them; clients isolate texts when they render them. */
    @ParameterizedTest
    @ValueSource(
            strings = {"\u202a\u202b\u202c\u202d\u202e", "\u2066\u2067\u2068\u2069", "\u200e\u200f\u061c", "\u2028"})
    void takesCharactersThatChangeTheDirection(String text) {
        assertThat(ClientText.require(text)).isEqualTo(text);
    }
}
