package io.feedmill.stack.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.client.FeedItem;
import io.feedmill.client.Post;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FeedCheckTest {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00.000000001Z");
    private static final Post OLD = post("p1", "bob", 1);
    private static final Post MIDDLE = post("p2", "cleo", 2);
    private static final Post NEW = post("p3", "bob", 3);
    private static final Post FOREIGN = post("p4", "dora", 4);
    private static final Posts RUN = Posts.of("run-7", List.of(OLD, MIDDLE, NEW, FOREIGN));
    private static final List<Post> EXPECTED = List.of(OLD, MIDDLE, NEW);

    @Test
    void findsNothingInACorrectFeed() {
        assertThat(compare(item(NEW), item(MIDDLE), item(OLD))).isEmpty();
    }

    @Test
    void findsAMissingPost() {
        assertThat(compare(item(NEW), item(OLD))).containsExactly("home lacks post p2.");
    }

    @Test
    void findsADuplicate() {
        assertThat(compare(item(NEW), item(MIDDLE), item(MIDDLE), item(OLD)))
                .containsExactly("home has post p2 2 times.");
    }

    @Test
    void findsADuplicateFarAway() {
        List<FeedItem> items = new ArrayList<>(List.of(item(NEW), item(MIDDLE), item(OLD)));
        items.add(item(NEW));
        assertThat(FeedCheck.compare("home", "ann", items, EXPECTED, RUN))
                .contains("home has post p3 2 times.", "home has post p3 after an older one.");
    }

    @Test
    void findsAPostAfterAnOlderOne() {
        assertThat(compare(item(MIDDLE), item(NEW), item(OLD))).containsExactly("home has post p3 after an older one.");
    }

    @Test
    void findsAPostOfAnAuthorWithoutAFollow() {
        assertThat(compare(item(FOREIGN), item(NEW), item(MIDDLE), item(OLD)))
                .containsExactly("home has post p4, which does not belong there.");
    }

    @Test
    void findsAnItemOfAnUnknownPost() {
        FeedItem ghost = new FeedItem("p9", "bob", "made up in run-7", null, START, 1, "follow", null, null);
        assertThat(compare(item(NEW), item(MIDDLE), item(OLD), ghost))
                .containsExactly("home has post p9, which does not belong there.");
    }

    @Test
    void findsChangedContent() {
        FeedItem changed = new FeedItem("p3", "eve", "run-7?", null, NEW.createdAt(), 2, "self", null, null);
        assertThat(compare(changed, item(MIDDLE), item(OLD)))
                .containsExactly(
                        "home has post p3 with another author than expected.",
                        "home has post p3 with another text than expected.",
                        "home has post p3 with another version than expected.",
                        "home has post p3 with another via than expected.");
    }

    @Test
    void postsOfEarlierRunsAreIgnored() {
        FeedItem earlier =
                new FeedItem("q1", "bob", "from run-6", null, START.minusSeconds(1), 1, "follow", null, null);
        assertThat(compare(item(NEW), item(MIDDLE), item(OLD), earlier)).isEmpty();
    }

    @Test
    void ownPostsNeedNoFollow() {
        FeedItem own = new FeedItem("p1", "bob", OLD.text(), null, OLD.createdAt(), 1, "self", null, null);
        assertThat(FeedCheck.compare("home", "bob", List.of(own), List.of(OLD), RUN))
                .isEmpty();
    }

    @Test
    void postsOfOneInstantMayComeInAnyOrder() {
        Post twin = post("p0", "cleo", 3);
        Posts run = Posts.of("run-7", List.of(NEW, twin));
        List<Post> both = List.of(NEW, twin);
        assertThat(FeedCheck.compare("home", "ann", List.of(item(NEW), item(twin)), both, run))
                .isEmpty();
        assertThat(FeedCheck.compare("home", "ann", List.of(item(twin), item(NEW)), both, run))
                .isEmpty();
    }

    private static List<String> compare(FeedItem... items) {
        return FeedCheck.compare("home", "ann", List.of(items), EXPECTED, RUN);
    }

    private static Post post(String id, String author, int second) {
        return new Post(
                id,
                author,
                "Post %s of run-7".formatted(id),
                null,
                START.plusSeconds(second),
                1,
                null,
                null,
                null,
                null);
    }

    private static FeedItem item(Post post) {
        return new FeedItem(
                post.id(), post.author(), post.text(), null, post.createdAt(), post.version(), "follow", null, null);
    }
}
