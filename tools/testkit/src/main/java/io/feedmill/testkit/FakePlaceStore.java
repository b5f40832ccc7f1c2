package io.feedmill.testkit;

import io.feedmill.common.place.PlaceStore;
import io.feedmill.common.place.PlaceStore.PlacePage;
import io.feedmill.common.place.PlaceStore.PlacedPost;
import io.feedmill.common.post.Place;
import java.util.List;
import java.util.Map.Entry;
import java.util.NavigableMap;
import org.jspecify.annotations.Nullable;

record FakePlaceStore(FakeTables tables) implements PlaceStore {
    @Override
    public PlacePage posts(Place within, @Nullable String after, int limit) {
        NavigableMap<String, PlacedPost> country = tables.places(within.country());
        List<Entry<String, PlacedPost>> rows = (after == null ? country : country.tailMap(after, false))
                .entrySet().stream()
                        .filter(row -> isWithin(within, row.getValue().place()))
                        .limit(limit + 1L)
                        .toList();
        boolean more = rows.size() > limit;
        List<Entry<String, PlacedPost>> shown = more ? rows.subList(0, limit) : rows;
        return new PlacePage(
                shown.stream().map(Entry::getValue).toList(),
                more ? shown.getLast().getKey() : null);
    }

    private static boolean isWithin(Place whole, Place part) {
        boolean state = whole.state() == null || whole.state().equals(part.state());
        boolean city = whole.city() == null || whole.city().equals(part.city());
        return state && city;
    }
}
