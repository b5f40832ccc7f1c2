package io.feedmill.common.notification;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.feedmill.common.key.Samples;
import io.feedmill.common.key.Seeded;
import io.feedmill.common.key.UserId;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NotificationKeyTest {
    private static final UserId ANN = new UserId("ann");
    private static final List<String> KINDS = List.of("like", "a", "-", "0-9", "z".repeat(32));

    private static NotificationKey key(Random random) {
        return new NotificationKey(ANN, KINDS.get(random.nextInt(KINDS.size())), object(random));
    }

    private static String object(Random random) {
        StringBuilder object = new StringBuilder();
        for (int parts = random.nextInt(40); parts > 0; parts--) {
            object.append(Samples.part(random));
        }
        int end = Math.min(object.length(), NotificationKey.MAX_OBJECT);
        boolean splits = end > 0 && Character.isHighSurrogate(object.charAt(end - 1));
        return object.substring(0, splits ? end - 1 : end);
    }

    @Seeded
    void sortKeysAndIdsNameTheirGroup(long seed) {
        Samples.tries(seed, random -> {
            NotificationKey key = key(random);
            assertThat(NotificationKey.of(ANN, key.sortKey())).isEqualTo(key);
            assertThat(NotificationKey.ofId(ANN, key.id())).isEqualTo(key);
            assertThat(key.id()).matches("[A-Za-z0-9_-]+");
        });
    }

    @Seeded
    void noTwoGroupsShareAKey(long seed) {
        Samples.tries(seed, random -> {
            NotificationKey one = key(random);
            NotificationKey other = key(random);
            assertThat(one.sortKey().equals(other.sortKey())).isEqualTo(one.equals(other));
            assertThat(one.id().equals(other.id())).isEqualTo(one.equals(other));
        });
    }

    /** DynamoDB takes 1,024 bytes. */
    @Test
    void theLongestSortKeyIsOneOfDynamoDb() {
        for (String character : List.of("\0", "#", "é", "\uffff")) {
            String object = character.repeat(NotificationKey.MAX_OBJECT);
            String sortKey = new NotificationKey(ANN, "z".repeat(32), object).sortKey();
            assertThat(sortKey.getBytes(UTF_8)).hasSizeLessThanOrEqualTo(32 + 1 + 3 * NotificationKey.MAX_OBJECT);
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new NotificationKey(ANN, "like", "x".repeat(NotificationKey.MAX_OBJECT + 1)));
    }

    @Test
    void aKeyIsKindAndObject() {
        assertThat(new NotificationKey(ANN, NotificationKey.REACTION, "a#b").sortKey())
                .isEqualTo("reaction#a$23b");
        assertThat(new NotificationKey(ANN, NotificationKey.FOLLOW, "").sortKey())
                .isEqualTo("follow#");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Like", "a b", "a#b", "a_b", "123456789012345678901234567890123"})
    void refusesOtherKinds(String kind) {
        assertThatIllegalArgumentException().isThrownBy(() -> new NotificationKey(ANN, kind, ""));
    }

    @Test
    void refusesHalfACharacter() {
        assertThatIllegalArgumentException().isThrownBy(() -> new NotificationKey(ANN, "like", "\ud800"));
    }

    /** Of sort keys that no group has, and other spellings of an id. */
    @ParameterizedTest
    @ValueSource(strings = {NotificationRows.MARKS, "", "like", "like#a#b", "like#$", "like#$41", "Like#a"})
    void refusesWhatIsNoId(String sortKey) {
        String id = Base64.getUrlEncoder().withoutPadding().encodeToString(sortKey.getBytes(UTF_8));
        assertThatIllegalArgumentException().isThrownBy(() -> NotificationKey.ofId(ANN, id));
    }

    @ParameterizedTest
    @ValueSource(strings = {"bGlrZSNh=", "bGlrZSNhYg==", "bGlrZSNhYh", "bGlrZSNh+", "bGlrZSPD", "bGlr ZSNh", "."})
    void refusesOtherSpellings(String id) {
        assertThat(new NotificationKey(ANN, "like", "a").id()).isEqualTo("bGlrZSNh");
        assertThat(new NotificationKey(ANN, "like", "ab").id()).isEqualTo("bGlrZSNhYg");
        assertThatIllegalArgumentException().isThrownBy(() -> NotificationKey.ofId(ANN, id));
    }
}
