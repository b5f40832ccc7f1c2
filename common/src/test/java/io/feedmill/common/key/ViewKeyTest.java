package io.feedmill.common.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ViewKeyTest {
    private static final PostId POST = new PostId(1, "11111111111");

    @Test
    void joinsPostAndViewer() {
        assertThat(new ViewKey(POST, new UserId("bob")).value()).isEqualTo(POST.value() + "_bob");
    }

    @Test
    void joinsPostKindAndUser() {
        assertThat(new ReactionKey(POST, "thumbs-up", new UserId("bob")).value())
                .isEqualTo(POST.value() + "_thumbs-up_bob");
    }

    /** A user's id may have underscores, a kind may not. */
    @Test
    void noTwoReactionsShareAKey() {
        assertThat(new ReactionKey(POST, "a", new UserId("b_c")).value()).isNotEqualTo(POST.value() + "_a_b_c_");
        assertThatThrownBy(() -> new ReactionKey(POST, "a_b", new UserId("c")))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Like", "a_b", "ä", "a b", "123456789012345678901234567890123"})
    void refusesOtherKinds(String kind) {
        assertThat(ReactionKey.isKind(kind)).isFalse();
        assertThatThrownBy(() -> new ReactionKey(POST, kind, new UserId("bob")))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"like", "1", "-", "12345678901234567890123456789012"})
    void takesKinds(String kind) {
        assertThat(ReactionKey.isKind(kind)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "."})
    void refusesWhatIsNoUser(String user) {
        assertThatThrownBy(() -> new ViewKey(POST, new UserId(user))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new ReactionKey(POST, "like", new UserId(user)))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
