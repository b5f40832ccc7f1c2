package io.feedmill.common.place;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.dynamo.Row;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.ShardedKey;
import io.feedmill.common.key.UserId;
import io.feedmill.common.place.PlaceStore.PlacedPost;
import io.feedmill.common.post.Place;
import org.junit.jupiter.api.Test;

class PlaceStoreTest {
    private static final PostId POST = new PostId(1, "11111111111");
    private static final int SHARD = ShardedKey.shardOf(POST.value(), 4);

    @Test
    void theKeyIsTheArticlesHierarchy() {
        Row row = row(new Place("USA", "TX", "Houston"));
        assertThat(row.pk()).isEqualTo("USA-" + SHARD);
        assertThat(row.sk()).isEqualTo("TX#Houston#" + POST.feedKey());
    }

    @Test
    void absentPartsAreEmpty() {
        assertThat(row(new Place("USA", "TX", null)).sk()).isEqualTo("TX##" + POST.feedKey());
        assertThat(row(new Place("USA", null, null)).sk()).isEqualTo("##" + POST.feedKey());
    }

    @Test
    void aSeparatorInANameIsEscaped() {
        Row row = row(new Place("a-b", "c#d", "e"));
        assertThat(row.pk()).isEqualTo("a.2Db-" + SHARD);
        assertThat(row.sk()).isEqualTo("c$23d#e#" + POST.feedKey());
        assertThat(PlaceStore.post(row))
                .isEqualTo(new PlacedPost(new Place("a-b", "c#d", "e"), POST, new UserId("ann")));
    }

    /** The longest names stay below DynamoDB's 1,024 bytes. */
    @Test
    void everySortKeyFits() {
        String longest = "😀".repeat(64);
        assertThat(row(new Place("USA", longest, longest)).sk().getBytes(java.nio.charset.StandardCharsets.UTF_8))
                .hasSizeLessThan(1_024);
    }

    private Row row(Place place) {
        return new Row(PlaceStore.row(place, POST, new UserId("ann")));
    }
}
