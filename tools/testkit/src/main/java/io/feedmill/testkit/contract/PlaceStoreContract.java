package io.feedmill.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.key.PostId;
import io.feedmill.common.place.PlaceStore.PlacedPost;
import io.feedmill.common.post.Audience;
import io.feedmill.common.post.Content;
import io.feedmill.common.post.Mode;
import io.feedmill.common.post.Place;
import io.feedmill.common.post.Post;
import io.feedmill.common.storage.Page;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The contract of {@link io.feedmill.common.place.PlaceStore}. Publishing writes its rows. */
public abstract class PlaceStoreContract extends Contract {
    /** A country that no other test knows. */
    private final String usa = fresh("USA");

    private Place in(@Nullable String state, @Nullable String city) {
        return new Place(usa, state, city);
    }

    private PostId publishIn(Place place) {
        return publish(new Post(newId(), author, Content.of("hello"), 1, place, Audience.everyone(), Mode.PUSH))
                .id();
    }

    private List<PostId> posts(Place within) {
        Page<PlacedPost, String> page = stores.places().posts(within, null, 100);
        assertThat(page.next()).isNull();
        return ids(page.items());
    }

    private static List<PostId> ids(List<PlacedPost> posts) {
        return posts.stream().map(PlacedPost::post).toList();
    }

    /** The article's queries: begins_with(USA), begins_with(USA-TX), begins_with(USA-TX-Houston). */
    @Test
    void aPlaceIsReadAtThreeLevels() {
        PostId houston = publishIn(in("TX", "Houston"));
        PostId dallas = publishIn(in("TX", "Dallas"));
        PostId seattle = publishIn(in("WA", "Seattle"));
        assertThat(posts(in(null, null))).containsExactly(dallas, houston, seattle);
        assertThat(posts(in("TX", null))).containsExactly(dallas, houston);
        assertThat(posts(in("TX", "Houston"))).containsExactly(houston);
        assertThat(posts(in("TX", "Seattle"))).isEmpty();
    }

    @Test
    void aNameWithAnotherAsPrefixIsAnotherPlace() {
        PostId texas = publishIn(in("TX", "Paris"));
        publishIn(in("TXX", "Paris"));
        publishIn(in("TX", "Paris-Nord"));
        publishIn(in("TX#Paris", null));
        assertThat(posts(in("TX", "Paris"))).containsExactly(texas);
        publishIn(new Place(usa + "-0", "TX", "Paris"));
        assertThat(posts(in("TX", "Paris"))).containsExactly(texas);
        assertThat(posts(new Place(usa + "-0", null, null))).hasSize(1);
    }

    @Test
    void lessPreciseEntriesComeFirst() {
        PostId austin = publishIn(in("TX", "Austin"));
        PostId texas = publishIn(in("TX", null));
        PostId country = publishIn(in(null, null));
        assertThat(posts(in(null, null))).containsExactly(country, texas, austin);
        assertThat(posts(in("TX", null))).containsExactly(texas, austin);
    }

    @Test
    void anEntryHasThePlaceAndTheAuthor() {
        Place place = in("Île-de-France", "L'Haÿ #1 $ .%");
        PostId id = publishIn(place);
        assertThat(stores.places().posts(place, null, 10).items()).containsExactly(new PlacedPost(place, id, author));
        assertThat(stores.posts().find(id).map(Post::place)).contains(place);
    }

    @Test
    void aWalkReturnsEachPostOnceAndTheNewestOfACityFirst() {
        List<Place> places = List.of(in(null, null), in("TX", "Austin"), in("TX", "Waco"), in("WA", null));
        List<List<PostId>> published = places.stream()
                .map(place ->
                        IntStream.range(0, 12).mapToObj(i -> publishIn(place)).toList())
                .toList();
        List<PostId> expected = published.stream()
                .flatMap(ids -> ids.stream().sorted(Comparator.reverseOrder()))
                .toList();
        for (int limit : new int[] {1, 7, 47, 48, 49}) {
            assertThat(walk(in(null, null), limit)).isEqualTo(expected);
            assertThat(walk(in("TX", null), limit)).isEqualTo(expected.subList(12, 36));
            assertThat(walk(in("TX", "Austin"), limit)).isEqualTo(expected.subList(12, 24));
        }
    }

    /** Returns all posts. Asserts that every page except the last one is full. */
    private List<PostId> walk(Place within, int limit) {
        List<PostId> seen = new ArrayList<>();
        Page<PlacedPost, String> page = stores.places().posts(within, null, limit);
        seen.addAll(ids(page.items()));
        while (page.next() != null) {
            assertThat(page.items()).hasSize(limit);
            page = stores.places().posts(within, page.next(), limit);
            seen.addAll(ids(page.items()));
        }
        return seen;
    }

    @Test
    void aPostWithoutAPlaceIsInNoPlace() {
        assertThat(publish("hello").place()).isNull();
        assertThat(posts(in(null, null))).isEmpty();
    }
}
