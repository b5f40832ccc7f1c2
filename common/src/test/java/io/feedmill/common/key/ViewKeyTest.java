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

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "."})
    void refusesWhatIsNoUser(String user) {
        assertThatThrownBy(() -> new ViewKey(POST, new UserId(user))).isInstanceOf(IllegalArgumentException.class);
    }
}
