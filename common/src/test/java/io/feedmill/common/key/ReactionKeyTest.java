package io.feedmill.common.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReactionKeyTest {
    private static final UserId BOB = new UserId("b_o.b");
    private static final PostId POST = new PostId(1, "11111111111");
    private static final String KINDS = "-0189amz";

    private static String kind(Random random) {
        StringBuilder kind = new StringBuilder();
        for (int i = random.nextInt(1, 5); i > 0; i--) {
            kind.append(KINDS.charAt(random.nextInt(KINDS.length())));
        }
        return kind.toString();
    }

    @Seeded
    void readsItsOwnSortKey(long seed) {
        Samples.tries(seed, random -> {
            ReactionKey key = new ReactionKey(Samples.postId(random), kind(random), BOB);
            assertThat(ReactionKey.of(BOB, key.sortKey())).isEqualTo(key);
        });
    }

    @Seeded
    void rangeContainsExactlyTheReactionsToItsPosts(long seed) {
        Samples.tries(seed, random -> {
            PostId a = Samples.postId(random);
            PostId b = Samples.postId(random);
            PostId first = a.compareTo(b) < 0 ? a : b;
            PostId last = a.compareTo(b) < 0 ? b : a;
            PostId post = random.nextBoolean() ? Samples.postId(random) : last;
            ReactionKey key = new ReactionKey(post, kind(random), BOB);
            assertThat(ReactionKey.range(first, last).contains(key.sortKey()))
                    .isEqualTo(post.compareTo(first) >= 0 && post.compareTo(last) <= 0);
        });
    }

    @Test
    void hasTheDocumentedForm() {
        assertThat(new ReactionKey(POST, "thumbs-up", BOB).sortKey()).isEqualTo("1111111111211111111111_thumbs-up");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Like", "a_b", "ä", "a b", "123456789012345678901234567890123"})
    void refusesOtherKinds(String kind) {
        assertThat(ReactionKey.isKind(kind)).isFalse();
        assertThatIllegalArgumentException().isThrownBy(() -> new ReactionKey(POST, kind, BOB));
        assertThatIllegalArgumentException().isThrownBy(() -> ReactionKey.of(BOB, POST.value() + "_" + kind));
    }

    @ParameterizedTest
    @ValueSource(strings = {"like", "1", "-", "12345678901234567890123456789012"})
    void takesKinds(String kind) {
        assertThat(ReactionKey.isKind(kind)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "_", "like", "1111111111211111111111", "111111111121111111111_like", "0_like"})
    void refusesWhatIsNoSortKey(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> ReactionKey.of(BOB, text));
    }
}
