package io.feedmill.api.feed;

import io.feedmill.api.access.ReadAccess;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.feed.FeedStore;
import io.feedmill.common.feed.FeedStore.FeedPage;
import io.feedmill.common.feed.FeedStore.PageRequest;
import io.feedmill.common.key.UserId;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Service;

/** Reads feeds for a viewer, with full texts: one call a page, more only for shortened texts and limited audiences. */
@Service
final class FeedReader {
    private final FeedStore feeds;
    private final ReadAccess access;
    private final FullTexts texts;

    FeedReader(FeedStore feeds, ReadAccess access, FullTexts texts) {
        this.feeds = feeds;
        this.access = access;
        this.texts = texts;
    }

    FeedPage page(FeedName feed, PageRequest request, @Nullable UserId viewer) {
        FeedPage page = feeds.page(feed, request);
        List<FeedItem> readable = access.readable(page.items(), viewer);
        return new FeedPage(texts.of(readable), page.next());
    }
}
