package io.feedmill.api.live;

import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedStore.FeedPage;
import io.feedmill.common.key.FeedKey;
import io.feedmill.common.key.LowerCaseName;
import io.feedmill.common.key.PostId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What makes the first page of a home feed from an earlier one; {@code changed}: items of which the earlier one shows something else. */
record PageDifference(List<Removed> removed, List<FeedItem> added, List<FeedItem> changed) {
    /** Why a page has a post no longer. */
    enum Reason implements LowerCaseName {
        /** The reader does not see it any more. */
        HIDDEN,
        /** Newer ones have taken its place; it is on a further page. */
        OLDER
    }

    record Removed(PostId post, Reason reason) {}

    /** Streams ask each second, mostly about one and the same page. */
    static PageDifference between(FeedPage before, FeedPage now) {
        if (before.equals(now)) {
            return new PageDifference(List.of(), List.of(), List.of());
        }
        Map<PostId, FeedItem> gone = new HashMap<>();
        before.items().forEach(item -> gone.put(item.post(), item));
        List<FeedItem> added = now.items().stream()
                .filter(item -> !gone.containsKey(item.post()))
                .toList();
        List<FeedItem> changed = now.items().stream()
                .filter(item -> {
                    FeedItem shown = gone.remove(item.post());
                    return shown != null && !looksLike(shown, item);
                })
                .toList();
        FeedKey next = now.next();
        List<Removed> removed = before.items().stream()
                .map(FeedItem::post)
                .filter(gone::containsKey)
                .map(post -> new Removed(
                        post, next != null && post.feedKey().compareTo(next) > 0 ? Reason.OLDER : Reason.HIDDEN))
                .toList();
        return new PageDifference(removed, added, changed);
    }

    /** Who else may read a post is not shown. */
    private static boolean looksLike(FeedItem one, FeedItem other) {
        return one.with(other.audience()).equals(other);
    }

    boolean isEmpty() {
        return removed.isEmpty() && added.isEmpty() && changed.isEmpty();
    }
}
