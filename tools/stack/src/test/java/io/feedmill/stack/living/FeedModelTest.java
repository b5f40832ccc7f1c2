package io.feedmill.stack.living;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.stack.living.FeedModel.Followers;
import io.feedmill.stack.living.FeedModel.Post;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FeedModelTest {

    private final FeedModel model = new FeedModel();

    @BeforeEach
    void publish() {
        model.apply(new Event.Follow("ann", "bob"));
        model.apply(new Event.Publish("p", "bob", "hello"));
    }

    @Test
    void aFollowBringsEarlierPostsAndAnUnfollowTakesThemAll() {
        model.apply(new Event.Follow("cleo", "bob"));
        assertThat(model.homeFeed("cleo")).extracting(Post::name).containsExactly("p");
        model.apply(new Event.Unfollow("cleo", "bob"));
        assertThat(model.homeFeed("cleo")).isEmpty();
        assertThat(model.homeFeed("bob")).extracting(Post::name).containsExactly("p");
    }

    @Test
    void aBlockEndsBothFollowsAndRefusesNewOnes() {
        model.apply(new Event.Follow("bob", "ann"));
        model.apply(new Event.Block("bob", "ann"));
        assertThat(model.apply(new Event.Follow("ann", "bob"))).isFalse();
        assertThat(model.apply(new Event.Follow("bob", "ann"))).isFalse();
        model.apply(new Event.Unblock("bob", "ann"));
        assertThat(model.homeFeed("ann")).isEmpty();
        assertThat(model.apply(new Event.Follow("ann", "bob"))).isTrue();
        assertThat(model.homeFeed("ann")).hasSize(1);
    }

    @Test
    void aMuteHidesRowsThatStay() {
        model.apply(new Event.Mute("ann", "bob"));
        assertThat(model.homeFeed("ann")).isEmpty();
        assertThat(model.rows("ann")).hasSize(1);
    }

    @Test
    void onlyReadersAndTheAuthorSeeARestrictedPost() {
        model.apply(new Event.Follow("cleo", "bob"));
        model.apply(new Event.Permit("p", Set.of("cleo")));
        assertThat(model.homeFeed("ann")).isEmpty();
        assertThat(model.homeFeed("cleo")).hasSize(1);
        assertThat(model.authorFeed("bob")).hasSize(1);
        model.apply(new Event.Permit("p", Set.of("cleo")));
        assertThat(model.posts().getFirst().changes()).isEqualTo(1);
        assertThat(model.posts().getFirst().wasRestricted()).isTrue();
    }

    @Test
    void aRetractedPostTakesNoChange() {
        model.apply(new Event.Edit("p", "new"));
        assertThat(model.homeFeed("ann")).extracting(Post::text).containsExactly("new");
        assertThat(model.posts().getFirst().wasRestricted()).isFalse();
        assertThat(model.apply(new Event.Retract("p"))).isTrue();
        assertThat(model.apply(new Event.Edit("p", "newer"))).isFalse();
        assertThat(model.apply(new Event.Retract("p"))).isTrue();
        assertThat(model.homeFeed("ann")).isEmpty();
        assertThat(model.posts().getFirst().changes()).isEqualTo(2);
    }

    @Test
    void countsWhoAlwaysFollowedAndWhoEverDid() {
        model.apply(new Event.Follow("cleo", "bob"));
        model.apply(new Event.Unfollow("cleo", "bob"));
        model.apply(new Event.Unfollow("dan", "bob"));
        assertThat(model.followersDuring("bob")).isEqualTo(new Followers(0, 2));
    }
}
