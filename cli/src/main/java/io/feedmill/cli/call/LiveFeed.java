package io.feedmill.cli.call;

import io.feedmill.client.FeedItem;
import io.feedmill.client.FeedmillClient.LiveEvent;
import java.util.List;
import java.util.TreeMap;

/** What a live home feed shows now, by its events. For one thread. */
public final class LiveFeed {
    /** By post: ids sort as the posts do, by age. */
    private final TreeMap<String, FeedItem> items = new TreeMap<>();

    /** Returns the items, newest first. */
    public List<FeedItem> items() {
        return List.copyOf(items.descendingMap().values());
    }

    /** Applies an event and returns the items after it. */
    public List<FeedItem> apply(LiveEvent event) {
        switch (event) {
            case LiveEvent.Page first -> {
                items.clear();
                first.page().items().forEach(item -> items.put(item.post(), item));
            }
            case LiveEvent.Put put -> items.put(put.item().post(), put.item());
            case LiveEvent.Remove remove -> items.remove(remove.post());
            case LiveEvent.End ignored -> {}
        }
        return items();
    }
}
