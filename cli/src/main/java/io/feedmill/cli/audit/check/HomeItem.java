package io.feedmill.cli.audit.check;

import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedItem.Via;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.feed.FeedStore.ItemKey;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.key.UserId;
import io.feedmill.common.post.Audience;
import org.jspecify.annotations.Nullable;

/** An item in a user's home feed. */
record HomeItem(UserId user, FeedItem item) {

    ItemKey key() {
        return new ItemKey(FeedName.home(user), item.post());
    }

    /** The key of the truth in the author feed. */
    ItemKey source() {
        return new ItemKey(FeedName.author(item.author()), item.post());
    }

    Follow follow() {
        return new Follow(user, item.author());
    }

    /** Whether the item may be here only if the user follows the author. */
    boolean needsFollow() {
        return item.via() != Via.SELF || !user.equals(item.author());
    }

    /** Whether the audience (null: the post is gone) admits the user. Permissions only concern followers. */
    boolean isAdmittedBy(@Nullable Audience audience) {
        return audience != null && (!needsFollow() || audience.admits(user));
    }
}
