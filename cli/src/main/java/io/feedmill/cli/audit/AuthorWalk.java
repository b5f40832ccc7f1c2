package io.feedmill.cli.audit;

import io.feedmill.common.key.FeedKey;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How far the audit of one author is: page by page of the posts, and for each of these page by page of the followers.
 *
 * @param behindPost the last post that is under way or done; null before the first page
 * @param morePosts whether there are pages of posts behind it
 * @param posts those under way: every follower of theirs behind {@code behindFollower} is still to be looked at
 * @param behindFollower null: from the first
 * @param firstRound whether the followers were not gone through yet
 */
public record AuthorWalk(
        UserId author,
        Books books,
        @Nullable FeedKey behindPost,
        boolean morePosts,
        List<PostId> posts,
        @Nullable UserId behindFollower,
        boolean firstRound) {

    static AuthorWalk begin(UserId author, Books books) {
        return new AuthorWalk(author, books, null, true, List.of(), null, true);
    }

    AuthorWalk withPosts(Books more, @Nullable FeedKey last, boolean goesOn, List<PostId> due) {
        return new AuthorWalk(author, more, last, goesOn, due, null, firstRound);
    }

    AuthorWalk behind(UserId follower) {
        return new AuthorWalk(author, books, behindPost, morePosts, posts, follower, firstRound);
    }

    AuthorWalk postsDone() {
        return new AuthorWalk(author, books, behindPost, morePosts, List.of(), null, false);
    }
}
