package io.feedmill.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.feed.FeedStore.Truth;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.Ticks;
import io.feedmill.common.post.Audience;
import io.feedmill.common.post.Post;
import io.feedmill.common.publish.Change;
import io.feedmill.common.publish.PostStore;
import io.feedmill.common.publish.PostStore.ChangeResult;
import io.feedmill.common.publish.PostStore.ChangeResult.RefusedChange;
import io.feedmill.testkit.Race;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The interval between changes of one post's permissions, see {@link PostStore#change}. */
public abstract class ChangeStoreContract extends Contract {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Audience FOLLOWERS = new Audience.Followers();

    private final PostStore posts = stores.posts();
    private final JobId first = jobAt(0);

    /** Returns a job of any process, this number of nanoseconds after the backend's time. */
    private JobId jobAt(long nanos) {
        return JobId.create(Ticks.ofInstant(clock.instant()) + nanos, new Random());
    }

    private Post permitted() {
        Post post = publish("hello");
        assertThat(posts.change(post, new Change.Permissions(FOLLOWERS, SECOND, false), first))
                .isInstanceOf(ChangeResult.Accepted.class);
        return post.with(FOLLOWERS);
    }

    private Truth.Live truth(PostId post) {
        return (Truth.Live) stores.feeds().truth(author, post);
    }

    /** A clock that is behind makes no difference. */
    @ParameterizedTest
    @ValueSource(longs = {0, 1, 999_999_999, -1, -999_999_999})
    void aSecondChangeWithinTheIntervalWritesNothing(long nanos) {
        Post post = permitted();
        JobId second = jobAt(nanos);
        assertThat(posts.change(post, new Change.Permissions(Audience.everyone(), SECOND, false), second))
                .isEqualTo(RefusedChange.TOO_SOON);
        assertThat(posts.find(post.id()).map(Post::audience)).contains(FOLLOWERS);
        assertThat(truth(post.id()).item().audience()).isEqualTo(FOLLOWERS);
        assertThat(truth(post.id()).change()).isEqualTo(first);
        assertThat(stores.jobs().find(second)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(longs = {1_000_000_000, 60_000_000_000L, -1_000_000_000})
    void aChangeAfterTheIntervalIsPermitted(long nanos) {
        Post post = permitted();
        JobId second = jobAt(nanos);
        assertThat(posts.change(post, new Change.Permissions(Audience.everyone(), SECOND, false), second))
                .isInstanceOf(ChangeResult.Accepted.class);
        assertThat(truth(post.id()).change()).isEqualTo(second);
    }

    @Test
    void eachPostHasAnIntervalOfItsOwn() {
        permitted();
        assertThat(posts.change(publish("other"), new Change.Permissions(FOLLOWERS, SECOND, false), jobAt(1)))
                .isInstanceOf(ChangeResult.Accepted.class);
    }

    @Test
    void aRetractedPostIsGoneWithinTheIntervalToo() {
        Post post = permitted();
        retract(post);
        assertThat(posts.change(post, new Change.Permissions(Audience.everyone(), SECOND, false), jobAt(1)))
                .isEqualTo(RefusedChange.RETRACTED);
    }

    @Test
    void oneOfConcurrentChangesIsPermitted() {
        Post post = publish("hello");
        List<ChangeResult> results =
                Race.of(8, () -> posts.change(post, new Change.Permissions(FOLLOWERS, SECOND, false), jobAt(0)));
        assertThat(results).filteredOn(ChangeResult.Accepted.class::isInstance).hasSize(1);
        assertThat(results).contains(RefusedChange.TOO_SOON);
    }
}
