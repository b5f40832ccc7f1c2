package io.feedmill.common.place;

import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which posts are where; publishing writes it. An index only: it goes on naming posts that are gone. Thread-safe. */
public interface PlaceStore {

    /**
     * The posts of a country, of one of its states, or of a city. The first page ({@code after} null) is strongly consistent, further ones are
     * not.
     *
     * @param after the {@code next} of a page of this very place
     * @param limit 1 to 100
     */
    PlacePage posts(Place within, @Nullable String after, int limit);

    /**
     * Posts by state, city, then newest first; such without a state or city come before those that have one.
     *
     * @param next where the next page goes on (exclusive); null only at the end
     */
    record PlacePage(List<PlacedPost> posts, @Nullable String next) {}

    /** A post and where it is. What it says, and to whom, is not known here: its author's feed tells. */
    record PlacedPost(Place place, PostId post, UserId author) {}
}
