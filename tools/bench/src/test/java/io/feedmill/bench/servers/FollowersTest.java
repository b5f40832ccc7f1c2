package io.feedmill.bench.servers;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FollowersTest {

    @Test
    void anAuthorsNameHasTheNumberOfFollowers() {
        assertThat(Followers.count("gen-3-x")).hasValue(3);
        assertThat(Followers.count(Followers.author(1_000_000, "a"))).hasValue(1_000_000);
    }

    @Test
    void otherAuthorsAreNotGenerated() {
        assertThat(Followers.count("alice")).isEmpty();
        assertThat(Followers.count("gen-12345678-x")).isEmpty();
        assertThat(Followers.count("gen-3-")).isEmpty();
    }

    @Test
    void namesSortAsTheirNumbers() {
        assertThat(Followers.name(0)).isEqualTo("f0000000");
        assertThat(Followers.name(999_999)).isEqualTo("f0999999").isGreaterThan(Followers.name(99_999));
        assertThat(Followers.number("f0999999")).isEqualTo(999_999);
    }
}
