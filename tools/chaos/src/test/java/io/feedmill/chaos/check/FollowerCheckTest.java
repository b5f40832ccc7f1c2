package io.feedmill.chaos.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FollowerCheckTest {

    @Test
    void findsNothingIfTheLastCallsAreApplied() {
        assertThat(compare("ann", "cleo")).isEmpty();
    }

    @Test
    void findsMissingAndUnexpectedFollowers() {
        assertThat(compare("ann", "stranger"))
                .containsExactly(
                        "cleo is not among the followers of bob, and should be.",
                        "stranger is among the followers of bob, and should not be.");
    }

    private static List<String> compare(String... followers) {
        return FollowerCheck.compare("bob", Set.of("ann", "cleo"), List.of(followers));
    }
}
