package io.feedmill.cli.audit;

import static io.feedmill.testkit.Users.user;
import static io.feedmill.testkit.Users.users;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.cli.audit.AuditResults.Counter;
import io.feedmill.cli.audit.AuditResults.Snapshot;
import io.feedmill.common.follow.FollowChange;
import io.feedmill.common.follow.ReaderStore.BlockResult;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.post.Content;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A right living feed has no findings: neither while the work of a change is open, however long, nor afterwards. */
class LivingTest {
    private final FakeFeedmill feedmill = new FakeFeedmill();
    private List<PostId> posts = List.of();

    @BeforeEach
    void publish() {
        feedmill.follow("ann", "bob", "cleo", "dan");
        posts = List.of(feedmill.post("ann"), feedmill.post("ann"), feedmill.post("ann"));
        assertClean();
    }

    /** At once, and after a time in which anything else would have settled. */
    private void assertClean() {
        for (Duration wait : List.of(Duration.ZERO, Duration.ofHours(1))) {
            feedmill.pass(wait);
            Snapshot all = feedmill.audit(FakeFeedmill.all());
            assertThat(all.first()).isEmpty();
            assertThat(feedmill.findings(FakeFeedmill.author("ann"))).isEmpty();
        }
    }

    private void lose(String user) {
        posts.forEach(post -> feedmill.lose(user(user), post));
    }

    private void end(FollowChange change) {
        feedmill.end(change);
        assertClean();
    }

    private void close(JobId change) {
        feedmill.close(change);
        assertClean();
    }

    @Test
    void aFollowFillsTheFeed() {
        FollowChange follow = feedmill.beginFollow("ann", "eli");
        assertClean();
        posts.forEach(post -> feedmill.put(FakeFeedmill.item("ann", post), users("eli")));
        assertClean();
        end(follow);
        assertThat(feedmill.audit(FakeFeedmill.all()).count(Counter.NOT_JUDGED)).isZero();
    }

    @Test
    void anUnfollowEmptiesIt() {
        FollowChange unfollow = feedmill.unfollow("ann", user("bob"));
        assertClean();
        lose("bob");
        assertClean();
        end(unfollow);
    }

    @Test
    void aFollowWithinTheGraceFindsItsPosts() {
        FollowChange unfollow = feedmill.unfollow("ann", user("bob"));
        FollowChange follow = feedmill.beginFollow("ann", "bob");
        assertClean();
        end(follow);
        end(unfollow);
    }

    @Test
    void anEditChangesTheItems() {
        JobId edit = feedmill.edit(posts.getFirst(), new Content("hello again", "{\"a\":1}"));
        assertClean();
        feedmill.spread(posts.getFirst(), "bob");
        assertClean();
        feedmill.spread(posts.getFirst(), "cleo", "dan");
        close(edit);
    }

    @Test
    void aRetractionDeletesThem() {
        PostId post = posts.getFirst();
        JobId retraction = feedmill.retract(post);
        assertClean();
        for (UserId user : users("bob", "cleo", "dan")) {
            feedmill.lose(user, post);
            assertClean();
        }
        close(retraction);
    }

    @Test
    void aPermissionMovesThem() {
        PostId post = posts.getFirst();
        JobId narrowed = feedmill.permit(post, FakeFeedmill.users("bob"));
        assertClean();
        feedmill.lose(user("cleo"), post);
        feedmill.lose(user("dan"), post);
        feedmill.putLimited("ann", post, "bob");
        close(narrowed);
        JobId widened = feedmill.permit(post, FakeFeedmill.users("bob", "cleo"));
        assertClean();
        feedmill.putLimited("ann", post, "cleo");
        close(widened);
    }

    @Test
    void aMuteLeavesThem() {
        feedmill.fakes.readers().mute(user("bob"), user("ann"));
        assertClean();
    }

    @Test
    void aBlockEndsTheFollow() {
        BlockResult.Blocked blocked =
                (BlockResult.Blocked) feedmill.fakes.readers().block(user("ann"), user("bob"));
        assertClean();
        lose("bob");
        blocked.ended().forEach(this::end);
        feedmill.fakes.readers().unblock(user("ann"), user("bob"));
        assertClean();
    }
}
