package io.feedmill.api.live;

import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.api.live.PageDifference.Reason;
import io.feedmill.api.live.PageDifference.Removed;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedItem.Via;
import io.feedmill.common.feed.FeedStore.FeedPage;
import io.feedmill.common.key.PostId;
import io.feedmill.common.post.Audience;
import io.feedmill.common.post.Content;
import io.feedmill.common.post.Mode;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class PageDifferenceTest {
    private static FeedItem item(long tick, String text) {
        return new FeedItem(
                id(tick), user("ann"), Content.of(text), false, 1, Via.FOLLOW, Audience.everyone(), Mode.PUSH);
    }

    private static PostId id(long tick) {
        return new PostId(tick, "11111111111");
    }

    private static FeedPage last(FeedItem... items) {
        return new FeedPage(List.of(items), null);
    }

    @Test
    void isEmptyBetweenEqualPages() {
        assertThat(PageDifference.between(last(item(1, "a")), last(item(1, "a")))
                        .isEmpty())
                .isTrue();
    }

    @Test
    void addsPutsOfNewAndChangedItems() {
        PageDifference difference = PageDifference.between(
                last(item(2, "b"), item(1, "a")), last(item(3, "c"), item(2, "B"), item(1, "a")));
        assertThat(difference.added()).containsExactly(item(3, "c"));
        assertThat(difference.changed()).containsExactly(item(2, "B"));
        assertThat(difference.removed()).isEmpty();
    }

    @Test
    void whoElseMayReadAPostIsNoChange() {
        FeedItem narrowed = item(1, "a").with(new Audience.Followers());
        assertThat(PageDifference.between(last(item(1, "a")), last(narrowed)).isEmpty())
                .isTrue();
    }

    /** A further page begins after the second post. */
    @Test
    void tellsWhatNewerPostsHavePushedOutFromWhatIsHidden() {
        FeedPage before = new FeedPage(List.of(item(3, "c"), item(2, "b"), item(1, "a")), null);
        FeedPage now = new FeedPage(List.of(item(4, "d"), item(2, "b")), id(2).feedKey());
        assertThat(PageDifference.between(before, now).removed())
                .containsExactly(new Removed(id(3), Reason.HIDDEN), new Removed(id(1), Reason.OLDER));
    }

    @Test
    void whatIsMissingAtTheEndOfTheFeedIsHidden() {
        FeedPage now = new FeedPage(List.of(item(2, "b")), null, Instant.EPOCH);
        assertThat(PageDifference.between(last(item(2, "b"), item(1, "a")), now).removed())
                .containsExactly(new Removed(id(1), Reason.HIDDEN));
    }
}
