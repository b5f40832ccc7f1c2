package io.feedmill.common.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PostIdTest {
    @Seeded
    void parsesItsOwnValueAndThatOfItsFeedKey(long seed) {
        Samples.tries(seed, random -> {
            PostId id = PostId.create(Samples.tick(random), random);
            assertThat(id.value()).hasSize(22).hasToString(id.toString());
            assertThat(PostId.parse(id.value())).isEqualTo(id);
            assertThat(FeedKey.parse(id.feedKey().value()).postId()).isEqualTo(id);
        });
    }

    @Seeded
    void sortsOldestFirstAsBytesAndAsObjects(long seed) {
        Samples.tries(seed, random -> {
            PostId a = Samples.postId(random);
            PostId b = Samples.postId(random);
            int order = Samples.BYTES.compare(a.value(), b.value());
            assertThat(Integer.signum(a.compareTo(b))).isEqualTo(order);
            if (a.tick() != b.tick()) {
                assertThat(order).isEqualTo(Long.compare(a.tick(), b.tick()));
            }
        });
    }

    @Test
    void knowsWhenThePostWasMade() {
        Instant made = Instant.parse("2024-02-29T23:59:59.123456789Z");
        assertThat(PostId.create(Ticks.ofInstant(made), new Random(1)).createdAt())
                .isEqualTo(made);
    }

    @Test
    void tellsApartPostsOfOneTick() {
        Random random = new Random(1);
        assertThat(PostId.create(1, random)).isNotEqualTo(PostId.create(1, random));
    }

    @Test
    void hasTheDocumentedForm() {
        assertThat(new PostId(58, "abcdefghijk")).hasToString("11111111121abcdefghijk");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "1",
                "111111111111111111111",
                "11111111111111111111111",
                "111111111111111111111l",
                "1111111111 11111111111",
                "NQm6nKp8qFD11111111111",
                "zzzzzzzzzzzzzzzzzzzzzz"
            })
    void refusesWhatIsNoPostId(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> PostId.parse(text));
    }

    @Test
    void refusesBadComponents() {
        assertThatIllegalArgumentException().isThrownBy(() -> new PostId(-1, "11111111111"));
        assertThatIllegalArgumentException().isThrownBy(() -> new PostId(1, "1111111111"));
        assertThatIllegalArgumentException().isThrownBy(() -> new PostId(1, "1111111111#"));
    }

    @Test
    void saysInOneShortLineWhyItRefuses() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PostId.parse("no\nid" + "x".repeat(1_000)))
                .withMessage("expected a post id of 22 base58 characters, found 'no?id" + "x".repeat(59) + "'");
    }
}
