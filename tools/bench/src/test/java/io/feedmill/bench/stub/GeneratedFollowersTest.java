package io.feedmill.bench.stub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class GeneratedFollowersTest {
    private final FollowerModel model = FollowerModel.named(GeneratedFollowers.class.getName());

    @Test
    void anAuthorsNameSaysHowManyFollowersThereAre() {
        assertThat(model.followers("gen-3-x")).hasValue(List.of("f0000000", "f0000001", "f0000002"));
        assertThat(model.followers(GeneratedFollowers.author(1_000_000, "a")).orElseThrow())
                .hasSize(1_000_000)
                .last()
                .isEqualTo("f0999999");
    }

    @Test
    void otherAuthorsAreNotGenerated() {
        assertThat(model.followers("alice")).isEmpty();
        assertThat(model.followers("gen-12345678-x")).isEmpty();
        assertThat(model.followers("gen-3-")).isEmpty();
    }

    @Test
    void aModelMayBeMadeFromAText() {
        assertThat(FollowerModel.named(OneFollower.class.getName() + ":bob:2").followers("any"))
                .hasValue(List.of("bob:2"));
    }

    @Test
    void aNameThatIsNoModelIsRefused() {
        assertThatThrownBy(() -> FollowerModel.named("java.lang.Object"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("java.lang.Object");
    }
}
