package io.feedmill.api.feed;

import io.feedmill.api.access.ReadAccess;
import io.feedmill.api.recall.RecallCopy;
import io.feedmill.api.recall.Recalls;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.feed.FeedStore;
import io.feedmill.common.feed.FeedStore.FeedPage;
import io.feedmill.common.feed.FeedStore.PageRequest;
import io.feedmill.common.key.UserId;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Service;

/** Reads feeds for a viewer, with full texts: one call a page, more only for cut items, limited audiences and recalled posts. */
@Service
final class FeedReader {
    private final FeedStore feeds;
    private final Recalls recalls;
    private final ReadAccess access;
    private final FullTexts texts;

    FeedReader(FeedStore feeds, Recalls recalls, ReadAccess access, FullTexts texts) {
        this.feeds = feeds;
        this.recalls = recalls;
        this.access = access;
        this.texts = texts;
    }

    FeedPage page(FeedName feed, PageRequest request, @Nullable UserId viewer) {
        RecallCopy recalled = recalls.copy();
        FeedPage page = feeds.page(feed, request);
        List<FeedItem> readable = access.readable(recalled.standing(page.items()), viewer);
        return new FeedPage(texts.of(readable), page.next());
    }
}
