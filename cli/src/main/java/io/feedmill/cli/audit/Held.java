package io.feedmill.cli.audit;

import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.feed.ItemKey;
import io.feedmill.common.follow.Follow;
import io.feedmill.common.key.UserId;
import io.feedmill.common.post.Audience;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** That a home feed has an item. */
record Held(UserId user, FeedItem item) {

    /** Where it stands. */
    ItemKey place() {
        return new ItemKey(FeedName.home(user), item.post());
    }

    /** Where the truth about it is. */
    ItemKey source() {
        return new ItemKey(FeedName.author(item.author()), item.post());
    }

    Follow follow() {
        return new Follow(user, item.author());
    }

    /** Whether only a follow gives it the right to be there. */
    boolean needsFollow() {
        return switch (item.via()) {
            case FOLLOW -> true;
            case SELF -> !user.equals(item.author());
            case MENTION, ANNOUNCEMENT -> false;
        };
    }

    /** Whether a post for these may be there; null: for nobody, for it is gone. Only followers are asked whether they are meant. */
    boolean isAdmittedBy(@Nullable Audience audience) {
        return audience != null && (!needsFollow() || audience.admits(user));
    }

    /** Whether it needs a follow, and these do not have it. */
    boolean lacks(Map<Follow, Long> follows) {
        return needsFollow() && !follows.containsKey(follow());
    }
}
