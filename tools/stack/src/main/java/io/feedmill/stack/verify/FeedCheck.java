package io.feedmill.stack.verify;

import io.feedmill.stack.client.FeedItem;
import io.feedmill.stack.client.PublishedPost;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Compares a feed, read from its newest item to its end, with the posts of the run that belong there. */
public final class FeedCheck {

    private final String feed;
    private final String owner;
    private final Map<String, PublishedPost> must;
    private final Map<String, PublishedPost> may;
    private final List<Difference> differences = new ArrayList<>();

    private FeedCheck(String feed, String owner, Expected expected) {
        this.feed = feed;
        this.owner = owner;
        this.must = Posts.byId(expected.must());
        this.may = Posts.byId(expected.may());
    }

    /**
     * The differences, none if each post that must be there is so exactly once, as it was published, each that may be there at most once, no
     * other one of the run is, and the feed is in order.
     *
     * @param feed its name, for the sentences
     * @param owner whose feed it is: their own posts come by themselves, others by following
     */
    public static List<Difference> compare(
            String feed, String owner, List<FeedItem> items, Expected expected, Posts run) {
        FeedCheck check = new FeedCheck(feed, owner, expected);
        check.order(items);
        check.presence(items.stream().filter(run::include).toList());
        return check.differences;
    }

    private void order(List<FeedItem> items) {
        for (int i = 1; i < items.size(); i++) {
            FeedItem item = items.get(i);
            if (item.createdAt().isAfter(items.get(i - 1).createdAt())) {
                differences.add(new Difference.Misordered(feed, item.post()));
            }
        }
    }

    private void presence(List<FeedItem> items) {
        Map<String, Long> times = new HashMap<>();
        for (FeedItem item : items) {
            if (times.merge(item.post(), 1L, Long::sum) == 1) {
                content(item);
            }
        }
        times.forEach((post, count) -> {
            if (count > 1) {
                differences.add(new Difference.Duplicate(feed, post, count));
            }
        });
        must.keySet().stream()
                .filter(post -> !times.containsKey(post))
                .forEach(post -> differences.add(new Difference.Missing(feed, post)));
    }

    private void content(FeedItem item) {
        PublishedPost post = must.getOrDefault(item.post(), may.get(item.post()));
        if (post == null) {
            differences.add(new Difference.Unexpected(feed, item.post()));
            return;
        }
        same(item, "author", item.author(), post.author());
        same(item, "text", item.text(), post.text());
        same(item, "time", item.createdAt(), post.createdAt());
        same(item, "version", item.version(), post.version());
        same(item, "via", item.via(), post.author().equals(owner) ? "self" : "follow");
    }

    private void same(FeedItem item, String what, Object actual, Object published) {
        if (!actual.equals(published)) {
            differences.add(new Difference.Altered(feed, item.post(), what));
        }
    }
}
