package io.feedmill.bench.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.feedmill.bench.stub.FollowerModel;
import java.util.List;
import org.junit.jupiter.api.Test;

class NetworkFollowersTest {

    @Test
    void answersForTheUsersOfTheNetworkThatItsNameStandsFor() {
        FollowerModel social = FollowerModel.named(NetworkFollowers.name(new SocialModel(10_000)));
        assertThat(social.followers(UserNames.of(98)).orElseThrow())
                .hasSize(1_000)
                .isSorted()
                .doesNotContain(UserNames.of(98))
                .startsWith(UserNames.of(new SocialModel(10_000).followersOf(98).at(0)));
        FollowerModel law = FollowerModel.named(NetworkFollowers.name(PowerLaw.of(1_000_000)));
        List<String> million = law.followers(UserNames.of(1)).orElseThrow();
        assertThat(million.size()).isEqualTo(1_000_000);
        assertThat(million.getLast()).isEqualTo(UserNames.of(1_000_001));
    }

    @Test
    void knowsNobodyElse() {
        FollowerModel social = new NetworkFollowers("social-10000");
        assertThat(social.followers("somebody")).isEmpty();
        assertThat(social.followers(UserNames.of(0))).isEmpty();
        assertThat(social.followers(UserNames.of(10_001))).isEmpty();
        assertThatIllegalArgumentException().isThrownBy(() -> new NetworkFollowers("other-1"));
    }
}
