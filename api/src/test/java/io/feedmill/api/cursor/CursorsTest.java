package io.feedmill.api.cursor;

import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feedmill.api.problem.ProblemException;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.key.FeedKey;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CursorsTest {
    private static final String OLD = "o".repeat(32);
    private static final String NEW = "n".repeat(32);
    private static final CursorScope ALICE = CursorScope.feed(FeedName.home(user("alice")), null);
    private static final String POSITION = new FeedKey(1, "11111111111").value();

    private final Cursors cursors = cursors(OLD);
    private final String cursor = issue(cursors);

    @Test
    void returnsThePosition() {
        assertThat(cursors.position(ALICE, cursor)).isEqualTo(POSITION);
        assertThat(cursor).matches("[A-Za-z0-9_-]+");
    }

    @Test
    void isAbsentAtTheStartAndAtTheEnd() {
        assertThat(cursors.position(ALICE, null)).isNull();
        assertThat(cursors.issue(ALICE, null)).isNull();
    }

    @Test
    void refusesEveryFlippedBit() {
        byte[] bytes = Base64.getUrlDecoder().decode(cursor);
        for (int bit = 0; bit < bytes.length * 8; bit++) {
            byte[] forged = bytes.clone();
            forged[bit / 8] ^= (byte) (1 << bit % 8);
            assertRefused(cursors, ALICE, encode(forged));
        }
    }

    @Test
    void refusesEveryOtherCharacterAnywhere() {
        for (int i = 0; i < cursor.length(); i++) {
            for (char c : "AQgwZ9_-".toCharArray()) {
                if (cursor.charAt(i) != c) {
                    assertRefused(cursors, ALICE, cursor.substring(0, i) + c + cursor.substring(i + 1));
                }
            }
        }
    }

    @Test
    void refusesEveryPartOfACursor() {
        for (int length = 0; length < cursor.length(); length++) {
            assertRefused(cursors, ALICE, cursor.substring(0, length));
        }
        assertRefused(cursors, ALICE, cursor + "A");
    }

    @Test
    void isInvalidForAnotherList() {
        List<CursorScope> scopes = List.of(
                ALICE,
                CursorScope.feed(FeedName.home(user("alic")), null),
                CursorScope.feed(FeedName.author(user("alice")), null),
                CursorScope.feed(FeedName.author(user("alice")), FeedKey.range(0, 10)),
                CursorScope.feed(FeedName.author(user("alice")), FeedKey.range(0, 11)),
                CursorScope.feed(FeedName.author(user("alice")), FeedKey.range(1, 10)),
                CursorScope.followers(user("alice")),
                CursorScope.following(user("alice")));
        Set<String> issued = new HashSet<>();
        for (CursorScope scope : scopes) {
            issued.add(Objects.requireNonNull(cursors.issue(scope, POSITION)));
            scopes.stream()
                    .filter(other -> !other.equals(scope))
                    .forEach(other ->
                            assertRefused(cursors, other, Objects.requireNonNull(cursors.issue(scope, POSITION))));
        }
        assertThat(issued).hasSameSizeAs(scopes);
    }

    @Test
    void separatesScopeAndPosition() {
        String shifted = Objects.requireNonNull(cursors.issue(CursorScope.followers(user("alic")), "e" + POSITION));
        assertRefused(cursors, CursorScope.followers(user("alice")), shifted);
    }

    @Test
    void acceptsAnOlderKeyUntilItIsRemoved() {
        assertThat(cursors(NEW, OLD).position(ALICE, cursor)).isEqualTo(POSITION);
        assertRefused(cursors(NEW), ALICE, cursor);
    }

    @Test
    void signsWithTheNewestKey() {
        assertThat(cursors(NEW).position(ALICE, issue(cursors(NEW, OLD)))).isEqualTo(POSITION);
        assertRefused(cursors, ALICE, issue(cursors(NEW, OLD)));
    }

    @Test
    void refusesAnotherFormat() {
        byte[] bytes = Base64.getUrlDecoder().decode(cursor);
        bytes[0] = 2;
        assertRefused(cursors, ALICE, encode(bytes));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "AAAA", "not base64!", "=", "\u00e9"})
    void refusesOtherTexts(String text) {
        assertRefused(cursors, ALICE, text);
    }

    private static void assertRefused(Cursors cursors, CursorScope scope, String cursor) {
        assertThatThrownBy(() -> cursors.position(scope, cursor)).as(cursor).isInstanceOf(ProblemException.class);
    }

    private static String issue(Cursors cursors) {
        return Objects.requireNonNull(cursors.issue(ALICE, POSITION));
    }

    private static String encode(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private static Cursors cursors(String... keys) {
        return new Cursors(new CursorSettings(List.of(keys)));
    }
}
