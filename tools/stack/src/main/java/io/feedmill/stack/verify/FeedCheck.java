package io.feedmill.stack.verify;

import io.feedmill.client.FeedItem;
import io.feedmill.client.Post;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Compares a feed, read from its newest item to its end, with the posts of the run that belong there. */
public final class FeedCheck {
    private final String feed;
    private final String owner;
    private final Map<String, Post> expected;
    private final List<String> differences = new ArrayList<>();

    private FeedCheck(String feed, String owner, List<Post> expected) {
        this.feed = feed;
        this.owner = owner;
        this.expected = Posts.byId(expected);
    }

    /**
     * Returns the differences. There is none if the feed has each expected post exactly once, as it is now, no other one of the run, and all in
     * order.
     *
     * @param feed its name, for the sentences
     * @param owner the feed's user: the owner's own posts have another {@code via} than those of followed authors
     */
    public static List<String> compare(
            String feed, String owner, List<FeedItem> items, List<Post> expected, Posts run) {
        FeedCheck check = new FeedCheck(feed, owner, expected);
        check.order(items);
        check.presence(items.stream().filter(run::include).toList());
        return check.differences;
    }

    private void order(List<FeedItem> items) {
        for (int i = 1; i < items.size(); i++) {
            FeedItem item = items.get(i);
            if (item.createdAt().isAfter(items.get(i - 1).createdAt())) {
                differences.add("%s has post %s after an older one.".formatted(feed, item.post()));
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
                differences.add("%s has post %s %d times.".formatted(feed, post, count));
            }
        });
        expected.keySet().stream()
                .filter(post -> !times.containsKey(post))
                .forEach(post -> differences.add("%s lacks post %s.".formatted(feed, post)));
    }

    private void content(FeedItem item) {
        Post post = expected.get(item.post());
        if (post == null) {
            differences.add("%s has post %s, which does not belong there.".formatted(feed, item.post()));
            return;
        }
        same(item, "author", item.author(), post.author());
        same(item, "text", item.text(), post.text());
        same(item, "time", item.createdAt(), post.createdAt());
        same(item, "version", item.version(), post.version());
        same(item, "via", item.via(), post.author().equals(owner) ? "self" : "follow");
    }

    private void same(FeedItem item, String field, Object actual, Object wanted) {
        if (!actual.equals(wanted)) {
            differences.add("%s has post %s with another %s than expected.".formatted(feed, item.post(), field));
        }
    }
}
