package io.feedmill.stack.verify;

import io.feedmill.stack.client.FeedmillClient.FeedItem;
import io.feedmill.stack.client.FeedmillClient.PublishedPost;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The posts of one run. The same Feedmill may hold those of earlier runs, which do not count.
 *
 * @param marker is part of every text of the run and of no other
 */
public record Posts(
        String marker, List<PublishedPost> all, Map<String, List<PublishedPost>> byAuthor, Set<String> ids) {

    public static Posts of(String marker, List<PublishedPost> all) {
        return new Posts(
                marker,
                List.copyOf(all),
                all.stream().collect(Collectors.groupingBy(PublishedPost::author)),
                all.stream().map(PublishedPost::id).collect(Collectors.toUnmodifiableSet()));
    }

    /** In the order of {@link #all}. */
    public List<String> allIds() {
        return all.stream().map(PublishedPost::id).toList();
    }

    public List<PublishedPost> by(String author) {
        return byAuthor.getOrDefault(author, List.of());
    }

    public Set<String> authors() {
        return byAuthor.keySet();
    }

    /** Returns whether the item is a post of this run by its marker. */
    boolean include(FeedItem item) {
        return ids.contains(item.post()) || item.text().contains(marker);
    }

    static Map<String, PublishedPost> byId(List<PublishedPost> posts) {
        return posts.stream().collect(Collectors.toMap(PublishedPost::id, Function.identity()));
    }
}
