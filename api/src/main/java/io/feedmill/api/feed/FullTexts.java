package io.feedmill.api.feed;

import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.post.Content;
import io.feedmill.common.post.PostStore;
import io.feedmill.common.post.PostStore.VersionId;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;

/** Completes cut feed items with the text and the data of their revision: one call if some are cut, none otherwise. */
@Component
public final class FullTexts {
    private final PostStore posts;

    public FullTexts(PostStore posts) {
        this.posts = posts;
    }

    /** Returns up to 100 items with full texts and data. A post that was retracted since is left out. */
    public List<FeedItem> of(List<FeedItem> items) {
        List<VersionId> cut =
                items.stream().filter(FeedItem::cut).map(FullTexts::version).toList();
        if (cut.isEmpty()) {
            return items;
        }
        Map<VersionId, Content> contents = posts.contents(cut);
        return items.stream().flatMap(item -> completed(item, contents)).toList();
    }

    private static VersionId version(FeedItem item) {
        return new VersionId(item.post(), item.revision());
    }

    private static Stream<FeedItem> completed(FeedItem item, Map<VersionId, Content> contents) {
        if (!item.cut()) {
            return Stream.of(item);
        }
        Content content = contents.get(version(item));
        return content == null ? Stream.empty() : Stream.of(item.whole(content));
    }
}
