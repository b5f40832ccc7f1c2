package io.feedmill.api.feed;

import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.feed.FeedPage;
import io.feedmill.common.feed.FeedStore;
import io.feedmill.common.feed.PageRequest;
import io.feedmill.common.key.PostId;
import io.feedmill.common.post.PostStore;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.springframework.stereotype.Service;

/** Reads feeds with their texts in full: one call for a page, and one more where texts are cut. */
@Service
final class FeedReader {
    private final FeedStore feeds;
    private final PostStore posts;

    FeedReader(FeedStore feeds, PostStore posts) {
        this.feeds = feeds;
        this.posts = posts;
    }

    FeedPage page(FeedName feed, PageRequest request) {
        FeedPage page = feeds.page(feed, request);
        List<PostId> cut =
                page.items().stream().filter(FeedItem::cut).map(FeedItem::post).toList();
        return cut.isEmpty() ? page : completed(page, posts.texts(cut));
    }

    /** A post that is gone by now is left out: the page is short, which is allowed. */
    private static FeedPage completed(FeedPage page, Map<PostId, String> texts) {
        List<FeedItem> items =
                page.items().stream().flatMap(item -> completed(item, texts)).toList();
        return new FeedPage(items, page.next());
    }

    private static Stream<FeedItem> completed(FeedItem item, Map<PostId, String> texts) {
        if (!item.cut()) {
            return Stream.of(item);
        }
        String text = texts.get(item.post());
        return text == null ? Stream.empty() : Stream.of(item.fullText(text));
    }
}
