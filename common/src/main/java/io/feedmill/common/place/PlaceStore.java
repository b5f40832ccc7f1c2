package io.feedmill.common.place;

import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.post.Place;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The posts of places; publishing writes them. An index only: it keeps retracted posts. Thread-safe. */
public interface PlaceStore {

    /**
     * The posts of a country, of one of its states, or of a city. The first page ({@code after} null) is strongly consistent, further ones are
     * not.
     *
     * @param after the {@code next} of a page of the same place
     * @param limit 1 to 100
     */
    PlacePage posts(Place within, @Nullable String after, int limit);

    /**
     * Posts by state and city, then newest first; those without a state or city come first.
     *
     * @param next where the next page continues (exclusive); null only at the end
     */
    record PlacePage(List<PlacedPost> posts, @Nullable String next) {}

    /** A post and its place. Its text and permissions are in its author's feed. */
    record PlacedPost(Place place, PostId post, UserId author) {}
}
