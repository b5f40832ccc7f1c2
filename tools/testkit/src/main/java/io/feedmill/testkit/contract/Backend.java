package io.feedmill.testkit.contract;

import io.feedmill.common.Stores;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.key.PostId;
import io.feedmill.common.post.Post;
import io.feedmill.testkit.SettableClock;
import java.time.Instant;

/** Stores under test over one state, their clock, and what no store offers but time and crashes do. */
public interface Backend {

    SettableClock clock();

    Stores stores();

    /** Lets a feed's row expire at a whole second. */
    void expire(FeedName feed, PostId post, Instant at);

    /** Makes a tombstone of the post in its author's feed. */
    void retract(String author, PostId post);

    /** Stores another version of the post, and makes it the newest. */
    void revise(Post version);

    /** Leaves only the row {@code following:<follower>} of a relation. */
    void removeFollowersRow(Follow follow);

    /** Leaves only the row {@code followers:<author>} of a relation. */
    void removeFollowingRow(Follow follow);
}
