package io.feedmill.api.recall;

import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.key.PostId;
import io.feedmill.common.post.Audience;
import io.feedmill.common.recall.Recall;
import io.feedmill.common.recall.Recall.Kind;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The recalls as this instance knew them at one time. A page takes it before its query: an item that the query finds stale is recalled by then.
 *
 * @param stale whether the table may have recalls for long that this copy lacks
 */
public record RecallCopy(Map<Kind, Set<PostId>> posts, boolean stale) {

    static Map<Kind, Set<PostId>> byKind(Stream<Recall> recalls) {
        return recalls.collect(
                Collectors.groupingBy(Recall::kind, Collectors.mapping(Recall::post, Collectors.toSet())));
    }

    /**
     * Returns the items without those of retracted posts. Those about which the author feeds have to be asked have a limited audience: of narrowed
     * posts, and all if the copy is stale.
     */
    public List<FeedItem> standing(List<FeedItem> items) {
        if (!stale && posts.isEmpty()) {
            return items;
        }
        return items.stream()
                .filter(item -> !is(Kind.RETRACTED, item))
                .map(item -> stale || is(Kind.NARROWED, item) ? item.with(new Audience.Limited()) : item)
                .toList();
    }

    private boolean is(Kind kind, FeedItem item) {
        return posts.getOrDefault(kind, Set.of()).contains(item.post());
    }
}
