package io.feedmill.common.place;

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
}
