package io.feedmill.api.feed;

import io.feedmill.api.viewer.Viewing;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.feed.FeedPage;
import io.feedmill.common.feed.FeedStore;
import io.feedmill.common.feed.PageRequest;
import io.feedmill.common.key.UserId;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Service;

/** Reads feeds as a viewer may, with their texts in full: one call for a page, and more only where texts are cut or not for everyone. */
@Service
final class FeedReader {
    private final FeedStore feeds;
    private final Viewing viewing;
    private final FullTexts texts;

    FeedReader(FeedStore feeds, Viewing viewing, FullTexts texts) {
        this.feeds = feeds;
        this.viewing = viewing;
        this.texts = texts;
    }

    FeedPage page(FeedName feed, PageRequest request, @Nullable UserId viewer) {
        FeedPage page = feeds.page(feed, request);
        List<FeedItem> readable = viewing.readable(page.items(), viewer);
        return new FeedPage(texts.of(readable), page.next());
    }
}
