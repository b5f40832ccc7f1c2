package io.feedmill.api.feed;

import io.feedmill.api.cursor.PageBudget;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.post.Content;
import io.feedmill.common.publish.PostStore;
import io.feedmill.common.publish.PostStore.VersionId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** Completes cut items with the text and data of their version: one call for the first ten, then one for about as many as a page has room for. */
@Component
public record FullTexts(PostStore posts) {
    /** The items of a page; if it is {@code full}, it has no room for the rest, and ends after the last of these. */
    public record Fitted(List<FeedItem> items, boolean full) {}

    /** Returns up to 100 items with full texts and data, as far as a page has room. A post that was retracted since is left out. */
    public Fitted of(List<FeedItem> items) {
        PageBudget budget = new PageBudget();
        List<FeedItem> fitted = new ArrayList<>();
        Map<VersionId, Optional<Content>> window = Map.of();
        for (int i = 0; i < items.size(); i++) {
            FeedItem item = items.get(i);
            if (item.cut() && !window.containsKey(version(item))) {
                List<Long> last = window.values().stream()
                        .flatMap(Optional::stream)
                        .map(Content::bytes)
                        .toList();
                window = contents(items.subList(i, items.size()), budget.window(last));
            }
            Optional<FeedItem> whole = item.cut()
                    ? window.getOrDefault(version(item), Optional.empty()).map(item::whole)
                    : Optional.of(item);
            if (whole.isPresent() && !budget.takes(whole.get().content().bytes())) {
                return new Fitted(fitted, true);
            }
            whole.ifPresent(fitted::add);
        }
        return new Fitted(fitted, false);
    }

    private Map<VersionId, Optional<Content>> contents(List<FeedItem> items, int limit) {
        List<VersionId> cut = items.stream()
                .filter(FeedItem::cut)
                .map(FullTexts::version)
                .limit(limit)
                .toList();
        Map<VersionId, Content> found = posts.contents(cut);
        Map<VersionId, Optional<Content>> window = new HashMap<>();
        cut.forEach(version -> window.put(version, Optional.ofNullable(found.get(version))));
        return window;
    }

    private static VersionId version(FeedItem item) {
        return new VersionId(item.post(), item.version());
    }
}
