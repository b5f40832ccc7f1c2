package io.feedmill.bench.stub;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.bench.workload.SocialModel;
import io.feedmill.bench.workload.UserNames;
import java.util.List;
import org.junit.jupiter.api.Test;

class SocialFollowersTest {
    private final FollowerModel followers = FollowerModel.named(SocialFollowers.name(10_000));

    @Test
    void areThoseOfTheModelByName() {
        List<String> found = followers.followers(UserNames.of(99)).orElseThrow();
        assertThat(found)
                .isEqualTo(new SocialModel(10_000)
                        .followersOf(99)
                        .all()
                        .mapToObj(UserNames::of)
                        .toList());
        assertThat(found).hasSize(1_000).isSorted();
    }

    @Test
    void otherUsersAreNotInTheModel() {
        assertThat(followers.followers("alice")).isEmpty();
    }
}
