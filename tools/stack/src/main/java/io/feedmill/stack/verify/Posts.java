package io.feedmill.stack.verify;

import io.feedmill.client.FeedItem;
import io.feedmill.client.Post;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The posts of one run, by a marker in each text, and their authors by post. The same Feedmill may hold those of earlier runs, which do not count. */
public record Posts(String marker, List<Post> all, Map<String, String> authors) {

    public static Posts of(String marker, List<Post> all) {
        return new Posts(
                marker, List.copyOf(all), all.stream().collect(Collectors.toUnmodifiableMap(Post::id, Post::author)));
    }

    public Set<String> distinctAuthors() {
        return Set.copyOf(authors.values());
    }

    /** Returns whether the item is a post of this run by its marker. */
    boolean include(FeedItem item) {
        return authors.containsKey(item.post()) || item.text().contains(marker);
    }

    static Map<String, Post> byId(List<Post> posts) {
        return posts.stream().collect(Collectors.toMap(Post::id, Function.identity()));
    }
}
