package io.feedmill.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.feed.FeedStore.Truth;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.Ticks;
import io.feedmill.common.post.Audience;
import io.feedmill.common.post.Post;
import io.feedmill.common.publish.ChangeStore;
import io.feedmill.common.publish.ChangeStore.Change;
import io.feedmill.common.publish.ChangeStore.ChangeResult;
import io.feedmill.testkit.Race;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The interval between changes of one post's permissions, see {@link ChangeStore}. */
public abstract class ChangeStoreContract extends Contract {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Audience FOLLOWERS = new Audience.Followers();

    private final ChangeStore changes = stores.changes();
    private final JobId first = jobAt(0);

    /** Returns a job of any process, this number of nanoseconds after the backend's time. */
    private JobId jobAt(long nanos) {
        return JobId.create(Ticks.ofInstant(clock.instant()) + nanos, new Random());
    }

    private Post permitted() {
        Post post = publish("hello");
        assertThat(changes.apply(post, new Change.Permissions(FOLLOWERS, SECOND), first))
                .isEqualTo(ChangeResult.ACCEPTED);
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
        assertThat(changes.apply(post, new Change.Permissions(Audience.everyone(), SECOND), second))
                .isEqualTo(ChangeResult.TOO_SOON);
        assertThat(stores.posts().find(post.id()).map(Post::audience)).contains(FOLLOWERS);
        assertThat(truth(post.id()).item().audience()).isEqualTo(FOLLOWERS);
        assertThat(truth(post.id()).change()).isEqualTo(first);
        assertThat(stores.jobs().find(second)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(longs = {1_000_000_000, 60_000_000_000L, -1_000_000_000})
    void aChangeAfterTheIntervalIsPermitted(long nanos) {
        Post post = permitted();
        JobId second = jobAt(nanos);
        assertThat(changes.apply(post, new Change.Permissions(Audience.everyone(), SECOND), second))
                .isEqualTo(ChangeResult.ACCEPTED);
        assertThat(truth(post.id()).change()).isEqualTo(second);
    }

    @Test
    void eachPostHasAnIntervalOfItsOwn() {
        permitted();
        assertThat(changes.apply(publish("other"), new Change.Permissions(FOLLOWERS, SECOND), jobAt(1)))
                .isEqualTo(ChangeResult.ACCEPTED);
    }

    @Test
    void aRetractedPostIsGoneWithinTheIntervalToo() {
        Post post = permitted();
        retract(post);
        assertThat(changes.apply(post, new Change.Permissions(Audience.everyone(), SECOND), jobAt(1)))
                .isEqualTo(ChangeResult.GONE);
    }

    @Test
    void oneOfConcurrentChangesIsPermitted() {
        Post post = publish("hello");
        List<ChangeResult> results =
                Race.of(8, () -> changes.apply(post, new Change.Permissions(FOLLOWERS, SECOND), jobAt(0)));
        assertThat(results).containsOnlyOnce(ChangeResult.ACCEPTED).contains(ChangeResult.TOO_SOON);
    }
}
