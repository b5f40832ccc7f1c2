package io.feedmill.bench.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.Via;
import java.util.List;
import org.junit.jupiter.api.Test;

class DeliveriesTest {
    private final Deliveries deliveries = Deliveries.of(30, 4);

    @Test
    void everyPostGoesToEveryRecipient() {
        assertThat(deliveries.count()).isEqualTo(120);
        assertThat(deliveries.recipients()).startsWith("f0000000").endsWith("f0000029");
    }

    @Test
    void aSampleHasFewerRecipientsOfAsManyPosts() {
        assertThat(deliveries.sample(10)).isEqualTo(Deliveries.of(10, 4));
        assertThat(deliveries.sample(100)).isEqualTo(deliveries);
    }

    @Test
    void eachRoundHasNewPosts() {
        List<FeedItem> items = deliveries.items();
        assertThat(items).hasSize(4).extracting(FeedItem::post).doesNotHaveDuplicates();
        assertThat(items).extracting(FeedItem::via).containsOnly(Via.FOLLOW);
        assertThat(deliveries.items())
                .extracting(FeedItem::post)
                .doesNotContainAnyElementsOf(items.stream().map(FeedItem::post).toList());
    }
}
