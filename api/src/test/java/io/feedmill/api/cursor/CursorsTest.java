package io.feedmill.api.cursor;

import static io.feedmill.testkit.Users.user;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feedmill.api.cursor.Cursors.CursorSettings;
import io.feedmill.api.problem.ProblemException;
import io.feedmill.common.key.FeedKey;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CursorsTest {
    private static final String REFUSAL = "The cursor was not issued for this list; start again without a cursor.";
    private static final String OLD = "o".repeat(32);
    private static final String NEW = "n".repeat(32);
    private static final CursorScope ALICE = CursorScope.of("feed", "home:alice", null);
    private static final String POSITION = new FeedKey(1, "11111111111").value();

    private final Cursors cursors = cursors(OLD);
    private final String cursor = issue(cursors);

    private static @Nullable String position(Cursors cursors, CursorScope scope, @Nullable String cursor) {
        return cursors.position(scope, cursor, text -> text);
    }

    @Test
    void returnsThePosition() {
        assertThat(position(cursors, ALICE, cursor)).isEqualTo(POSITION);
        assertThat(cursor).matches("[A-Za-z0-9_-]+");
    }

    @Test
    void isAbsentAtTheStartAndAtTheEnd() {
        assertThat(position(cursors, ALICE, null)).isNull();
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
                CursorScope.of("feed", "home:alic", null),
                CursorScope.of("feed", "user:alice", null),
                CursorScope.of("feed", "user:alice", null, 0, 10),
                CursorScope.of("feed", "user:alice", null, 0, 11),
                CursorScope.of("feed", "user:alice", null, 1, 10),
                CursorScope.of("feed", "user:alice", user("bob")),
                CursorScope.of("feed", "user:alice", user("bob"), 0, 10),
                CursorScope.of("place", null, "USA"),
                CursorScope.of("place", null, "USA|"),
                CursorScope.of("place", null, "USA", ""),
                CursorScope.of("place", "", "bob|USA"),
                CursorScope.of("place", "bob", "USA"),
                CursorScope.of("place", "bob\\", "USA"),
                CursorScope.of("followers", user("alice")),
                CursorScope.of("following", user("alice")));
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
        String shifted =
                Objects.requireNonNull(cursors.issue(CursorScope.of("followers", user("alic")), "e" + POSITION));
        assertRefused(cursors, CursorScope.of("followers", user("alice")), shifted);
    }

    @Test
    void acceptsAnOlderKeyUntilItIsRemoved() {
        assertThat(position(cursors(NEW, OLD), ALICE, cursor)).isEqualTo(POSITION);
        assertRefused(cursors(NEW), ALICE, cursor);
    }

    @Test
    void encryptsWithTheNewestKey() {
        assertThat(position(cursors(NEW), ALICE, issue(cursors(NEW, OLD)))).isEqualTo(POSITION);
        assertRefused(cursors, ALICE, issue(cursors(NEW, OLD)));
    }

    @Test
    void refusesAnotherFormat() {
        byte[] bytes = Base64.getUrlDecoder().decode(cursor);
        for (byte version : new byte[] {0, 1, 3}) {
            bytes[0] = version;
            assertRefused(cursors, ALICE, encode(bytes));
        }
    }

    /** The format before: the position with its HMAC. */
    @Test
    void refusesASignedCursor() {
        byte[] bytes = new byte[1 + 32 + POSITION.length()];
        bytes[0] = 1;
        System.arraycopy(POSITION.getBytes(UTF_8), 0, bytes, 1 + 32, POSITION.length());
        assertRefused(cursors, ALICE, encode(bytes));
    }

    @Test
    void showsNoPartOfThePosition() {
        for (int i = 0; i < 100; i++) {
            String bytes = new String(Base64.getUrlDecoder().decode(issue(cursors)), ISO_8859_1);
            for (int at = 0; at + 6 <= POSITION.length(); at++) {
                assertThat(bytes).doesNotContain(POSITION.substring(at, at + 6));
            }
        }
    }

    @Test
    void showsNeitherTheLengthOfAPositionNorThatTwoAreTheSame() {
        Set<String> issued = new HashSet<>();
        Set<Integer> lengths = new HashSet<>();
        for (int length = 1; length <= 32; length++) {
            for (int i = 0; i < 2; i++) {
                String position = "p".repeat(length);
                String next = Objects.requireNonNull(cursors.issue(ALICE, position));
                assertThat(position(cursors, ALICE, next)).isEqualTo(position);
                issued.add(next);
                lengths.add(next.length());
            }
        }
        assertThat(issued).hasSize(64);
        assertThat(lengths).hasSize(1);
    }

    @Test
    void keepsLongPositionsOfAnyCharacters() {
        String position = "\u00e9\ud83d\ude00{\"a\":\"\\u0000\"}".repeat(500);
        String next = Objects.requireNonNull(cursors.issue(ALICE, position));
        assertThat(position(cursors, ALICE, next)).isEqualTo(position);
    }

    @Test
    void aPositionThatIsNoKeyIsAnInvalidCursor() {
        String next = cursors.issue(ALICE, "not a key");
        assertThatThrownBy(() -> cursors.position(ALICE, next, FeedKey::parse))
                .isInstanceOf(ProblemException.class)
                .hasMessage(REFUSAL);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "AAAA", "not base64!", "=", "\u00e9"})
    void refusesOtherTexts(String text) {
        assertRefused(cursors, ALICE, text);
    }

    private static void assertRefused(Cursors cursors, CursorScope scope, String cursor) {
        assertThatThrownBy(() -> position(cursors, scope, cursor))
                .as(cursor)
                .isInstanceOf(ProblemException.class)
                .hasMessage(REFUSAL);
    }

    private static String issue(Cursors cursors) {
        return Objects.requireNonNull(cursors.issue(ALICE, POSITION));
    }

    private static String encode(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private static Cursors cursors(String... keys) {
        return new Cursors(new CursorSettings(List.of(keys)), new SecureRandom());
    }
}
