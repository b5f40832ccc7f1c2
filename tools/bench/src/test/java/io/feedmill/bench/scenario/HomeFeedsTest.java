package io.feedmill.bench.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.stack.client.FeedmillClient.FeedItem;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class HomeFeedsTest {

    @Test
    void ownPostsAndThoseOfOtherRoundsAreNoDeliveries() {
        List<FeedItem> feed = List.of(item("1", "bob"), item("2", "ann"), item("3", "cyd"), item("4", "bob"));
        assertThat(HomeFeeds.found("ann", feed, Set.of("1", "2", "3"))).isEqualTo(2);
    }

    private static FeedItem item(String post, String author) {
        return new FeedItem(post, author, "text", Instant.EPOCH, 1, "follow");
    }
}
