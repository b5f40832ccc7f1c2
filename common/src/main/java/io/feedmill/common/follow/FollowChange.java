package io.feedmill.common.follow;

import io.feedmill.common.key.LowerCaseName;
import io.feedmill.common.key.UserId;
import io.feedmill.common.outbox.OpenWork;
import java.util.Optional;

/**
 * The begin or the end of a follow whose home feed is not yet reconciled, or a request to follow, accepted at this tick. Two changes of one pair of users
 * have two ticks.
 */
public record FollowChange(int shard, long tick, UserId follower, UserId author, Kind kind) {
    /** No id of a user has it. */
    private static final String SEPARATOR = "#";

    public enum Kind implements LowerCaseName {
        /** The follower follows the author. */
        FOLLOW,
        /** The follower follows the author no more, also because of a block. */
        UNFOLLOW,
        /** The follower asks to follow the author. No home feed changes. */
        REQUEST;

        /**
         * How often the pair is looked at, at most: an unfollow twice, because slices that were read before it may write after the first look, and
         * once more if the second one is left to the walk for several authors.
         */
        public int looks() {
            return this == UNFOLLOW ? 3 : 1;
        }
    }

    public OpenWork work() {
        return new OpenWork(kind.value(), shard, tick, id(follower, author), author);
    }

    /** The id of the work of all changes of the two. */
    static String id(UserId follower, UserId author) {
        return follower + SEPARATOR + author;
    }

    /** The inverse of {@link #work()}; empty for any other work. */
    public static Optional<FollowChange> of(OpenWork work) {
        String author = SEPARATOR + work.author();
        if (!work.id().endsWith(author)) {
            return Optional.empty();
        }
        String follower = work.id().substring(0, work.id().length() - author.length());
        return LowerCaseName.find(Kind.values(), work.kind())
                .filter(kind -> UserId.isValid(follower))
                .map(kind -> new FollowChange(work.shard(), work.tick(), new UserId(follower), work.author(), kind));
    }

    /** The id in logs. */
    @Override
    public String toString() {
        return kind.value() + " " + follower + " " + author;
    }
}
