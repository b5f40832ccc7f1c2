package io.feedmill.testkit.contract;

import io.feedmill.common.Stores;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.key.PostId;
import io.feedmill.common.post.Post;
import io.feedmill.testkit.SettableClock;
import java.time.Instant;

/** The stores under test, their clock, and changes that only time or a crash makes. */
public interface Backend {

    SettableClock clock();

    Stores stores();

    /** Sets the expiry of a feed's row, a whole second. */
    void expire(FeedName feed, PostId post, Instant at);

    /** Replaces the post in its author's feed by a tombstone. */
    void retract(String author, PostId post);

    /** Stores another version of the post as the newest one. */
    void revise(Post version);

    /** Leaves only the row {@code following:<follower>} of a relation. */
    void removeFollowersRow(Follow follow);

    /** Leaves only the row {@code followers:<author>} of a relation. */
    void removeFollowingRow(Follow follow);
}
