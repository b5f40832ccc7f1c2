package io.feedmill.api.feed;

import io.feedmill.api.feed.PageSources.PageSource;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedItem.Via;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.feed.FeedStore;
import io.feedmill.common.feed.FeedStore.FeedPage;
import io.feedmill.common.feed.FeedStore.PageRequest;
import io.feedmill.common.key.FeedKey;
import io.feedmill.common.key.KeyRange;
import io.feedmill.common.key.UserId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An author's posts of the time in which slices may have passed over a reader. */
record GapFeed(UserId author, Via via, KeyRange gap, FeedStore feeds) implements PageSource {
    @Override
    public boolean has(FeedItem row) {
        return row.author().equals(author) && gap.contains(row.post().feedKey().value());
    }

    /** The last key of the next tick. */
    @Override
    public FeedKey begin() {
        return FeedKey.last(FeedKey.tickOf(gap.first()) + 1);
    }

    @Override
    public @Nullable FeedPage known(PageRequest request) {
        return null;
    }

    @Override
    public FeedPage read(PageRequest request) {
        FeedKey after = request.after();
        if (after != null && KeyRange.compare(after.value(), gap.last()) >= 0) {
            return new FeedPage(List.of(), null);
        }
        boolean within = after != null && gap.contains(after.value());
        FeedPage page =
                feeds.page(FeedName.author(author), new PageRequest(gap, within ? after : null, request.limit()));
        return page.with(page.items().stream().map(item -> item.via(via)).toList());
    }
}
