package io.feedmill.chaos.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.stack.verify.Difference;
import io.feedmill.stack.verify.FollowChange;
import io.feedmill.stack.verify.Timeline;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FollowerCheckTest {

    private static final Map<String, Timeline> EXPECTED = Map.of(
            "ann", new Timeline(true, List.of()),
            "cleo", new Timeline(true, List.of(new FollowChange(false, Duration.ofSeconds(1)))),
            "unsure", new Timeline(false, List.of(new FollowChange(true, FollowChange.NEVER))));

    @Test
    void findsNothingWhereThoseFollowWhoSaidSoLast() {
        assertThat(compare("ann")).isEmpty();
        assertThat(compare("ann", "unsure")).isEmpty();
    }

    @Test
    void findsWhoIsMissing() {
        assertThat(compare()).containsExactly(new Difference.WrongFollower("bob", "ann", false));
    }

    @Test
    void findsWhoLeftAndWhoNeverCame() {
        assertThat(compare("ann", "cleo", "stranger"))
                .containsExactly(
                        new Difference.WrongFollower("bob", "cleo", true),
                        new Difference.WrongFollower("bob", "stranger", true));
    }

    private static List<Difference> compare(String... followers) {
        return FollowerCheck.compare("bob", EXPECTED, List.of(followers));
    }
}
