package io.feedmill.api.feed;

import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.key.PostId;
import io.feedmill.common.post.PostStore;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;

/** Completes shortened texts of feed items: one call if some are shortened, none otherwise. */
@Component
public final class FullTexts {
    private final PostStore posts;

    public FullTexts(PostStore posts) {
        this.posts = posts;
    }

    /** Returns up to 100 items with full texts. A post deleted since is left out. */
    public List<FeedItem> of(List<FeedItem> items) {
        List<PostId> cut =
                items.stream().filter(FeedItem::cut).map(FeedItem::post).toList();
        if (cut.isEmpty()) {
            return items;
        }
        Map<PostId, String> texts = posts.texts(cut);
        return items.stream().flatMap(item -> completed(item, texts)).toList();
    }

    private static Stream<FeedItem> completed(FeedItem item, Map<PostId, String> texts) {
        if (!item.cut()) {
            return Stream.of(item);
        }
        String text = texts.get(item.post());
        return text == null ? Stream.empty() : Stream.of(item.fullText(text));
    }
}
