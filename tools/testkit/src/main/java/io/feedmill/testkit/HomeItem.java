package io.feedmill.testkit;

import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.key.UserId;
import io.feedmill.common.post.Audience;

/** Items as home feeds have them. */
public final class HomeItem {
    private HomeItem() {}

    /** The item as the user's home feed has it: for nobody instead of a list, and for everyone in the author's own feed. */
    public static FeedItem of(FeedItem item, UserId user) {
        if (user.equals(item.author())) {
            return item.with(Audience.everyone());
        }
        return item.audience() instanceof Audience.Users ? item.with(Audience.nobody()) : item;
    }
}
