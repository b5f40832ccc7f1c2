package io.feedmill.common.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UserIdTest {
    private static final String ALLOWED = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-";

    @ParameterizedTest
    @ValueSource(strings = {"a", "Z", "0", "_", "-", "...", ".a", "a.b-c_D9", "-.", "__proto__"})
    void allowsIdsThatAreSafeInAPath(String id) {
        assertThat(UserId.isValid(id)).isTrue();
        assertThat(new UserId(id)).hasToString(id);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "..", " ", "a b", "a/b", "a#b", "a:b", "a\n", "a%", "a@b", "é", "١", "Ａ", "\0"})
    void refusesAllOtherIds(String id) {
        assertThat(UserId.isValid(id)).isFalse();
        assertThatIllegalArgumentException().isThrownBy(() -> new UserId(id));
    }

    @Test
    void allowsExactlyTheListedCharacters() {
        assertThat(IntStream.rangeClosed(0, Character.MAX_VALUE)
                        .mapToObj(c -> "a" + (char) c)
                        .filter(UserId::isValid))
                .hasSize(ALLOWED.length())
                .allSatisfy(id -> assertThat(ALLOWED).contains(id.substring(1)));
    }

    @Test
    void allowsUpTo64Characters() {
        assertThat(UserId.isValid("x".repeat(64))).isTrue();
        assertThat(UserId.isValid("x".repeat(65))).isFalse();
    }

    @Test
    void reasonIsOneLineAndShowsAtMost64Characters() {
        String shown = "a??" + "x".repeat(61);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new UserId("a\n\u2028" + "x".repeat(100_000)))
                .withMessage("expected an id of 1 to 64 characters from A-Z a-z 0-9 _ . - except . and .., found '"
                        + shown + "'");
    }
}
