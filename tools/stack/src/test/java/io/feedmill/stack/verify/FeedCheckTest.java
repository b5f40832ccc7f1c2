package io.feedmill.stack.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.stack.client.FeedItem;
import io.feedmill.stack.client.PublishedPost;
import io.feedmill.stack.verify.Difference.Altered;
import io.feedmill.stack.verify.Difference.Duplicate;
import io.feedmill.stack.verify.Difference.Misordered;
import io.feedmill.stack.verify.Difference.Missing;
import io.feedmill.stack.verify.Difference.Unexpected;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FeedCheckTest {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00.000000001Z");
    private static final PublishedPost OLD = post("p1", "bob", 1);
    private static final PublishedPost MIDDLE = post("p2", "cleo", 2);
    private static final PublishedPost NEW = post("p3", "bob", 3);
    private static final PublishedPost FOREIGN = post("p4", "dora", 4);
    private static final Posts RUN = Posts.of("run-7", List.of(OLD, MIDDLE, NEW, FOREIGN));
    private static final Expected EXPECTED = Expected.exactly(List.of(OLD, MIDDLE, NEW));

    @Test
    void findsNothingInARightFeed() {
        assertThat(compare(item(NEW), item(MIDDLE), item(OLD))).isEmpty();
    }

    @Test
    void findsAMissingPost() {
        assertThat(compare(item(NEW), item(OLD))).containsExactly(new Missing("home", "p2"));
    }

    @Test
    void findsADuplicate() {
        assertThat(compare(item(NEW), item(MIDDLE), item(MIDDLE), item(OLD)))
                .containsExactly(new Duplicate("home", "p2", 2));
    }

    @Test
    void findsADuplicateFarAway() {
        List<FeedItem> items = new ArrayList<>(List.of(item(NEW), item(MIDDLE), item(OLD)));
        items.add(item(NEW));
        assertThat(FeedCheck.compare("home", "ann", items, EXPECTED, RUN))
                .contains(new Duplicate("home", "p3", 2), new Misordered("home", "p3"));
    }

    @Test
    void findsAPostBehindAnOlderOne() {
        assertThat(compare(item(MIDDLE), item(NEW), item(OLD))).containsExactly(new Misordered("home", "p3"));
    }

    @Test
    void findsAPostOfSomebodyWhomTheUserDoesNotFollow() {
        assertThat(compare(item(FOREIGN), item(NEW), item(MIDDLE), item(OLD)))
                .containsExactly(new Unexpected("home", "p4"));
    }

    @Test
    void findsAnItemThatNobodyPublished() {
        FeedItem ghost = new FeedItem("p9", "bob", "made up in run-7", START, 1, "follow");
        assertThat(compare(item(NEW), item(MIDDLE), item(OLD), ghost)).containsExactly(new Unexpected("home", "p9"));
    }

    @Test
    void findsChangedContent() {
        FeedItem changed = new FeedItem("p3", "eve", "run-7?", NEW.createdAt(), 2, "self");
        assertThat(compare(changed, item(MIDDLE), item(OLD)))
                .containsExactly(
                        new Altered("home", "p3", "author"),
                        new Altered("home", "p3", "text"),
                        new Altered("home", "p3", "version"),
                        new Altered("home", "p3", "via"));
    }

    @Test
    void postsOfEarlierRunsAreNobodysBusiness() {
        FeedItem earlier = new FeedItem("q1", "bob", "from run-6", START.minusSeconds(1), 1, "follow");
        assertThat(compare(item(NEW), item(MIDDLE), item(OLD), earlier)).isEmpty();
    }

    @Test
    void onesOwnPostsComeByThemselves() {
        FeedItem own = new FeedItem("p1", "bob", OLD.text(), OLD.createdAt(), 1, "self");
        assertThat(FeedCheck.compare("home", "bob", List.of(own), Expected.exactly(List.of(OLD)), RUN))
                .isEmpty();
    }

    @Test
    void whatMayBeThereMayBeMissing() {
        Expected expected = new Expected(List.of(OLD, NEW), List.of(MIDDLE));
        assertThat(FeedCheck.compare("home", "ann", List.of(item(NEW), item(MIDDLE), item(OLD)), expected, RUN))
                .isEmpty();
        assertThat(FeedCheck.compare("home", "ann", List.of(item(NEW), item(OLD)), expected, RUN))
                .isEmpty();
    }

    @Test
    void whatMayBeThereIsThereOnceAndAsPublished() {
        Expected expected = new Expected(List.of(), List.of(MIDDLE));
        FeedItem changed = new FeedItem("p2", "cleo", MIDDLE.text(), MIDDLE.createdAt(), 2, "follow");
        assertThat(FeedCheck.compare("home", "ann", List.of(changed, changed), expected, RUN))
                .containsExactly(new Altered("home", "p2", "version"), new Duplicate("home", "p2", 2));
    }

    @Test
    void postsOfOneInstantMayComeInAnyOrder() {
        PublishedPost twin = post("p0", "cleo", 3);
        Posts run = Posts.of("run-7", List.of(NEW, twin));
        Expected both = Expected.exactly(List.of(NEW, twin));
        assertThat(FeedCheck.compare("home", "ann", List.of(item(NEW), item(twin)), both, run))
                .isEmpty();
        assertThat(FeedCheck.compare("home", "ann", List.of(item(twin), item(NEW)), both, run))
                .isEmpty();
    }

    private static List<Difference> compare(FeedItem... items) {
        return FeedCheck.compare("home", "ann", List.of(items), EXPECTED, RUN);
    }

    private static PublishedPost post(String id, String author, int second) {
        return new PublishedPost(id, author, "Post %s of run-7".formatted(id), START.plusSeconds(second), 1);
    }

    private static FeedItem item(PublishedPost post) {
        return new FeedItem(post.id(), post.author(), post.text(), post.createdAt(), post.version(), "follow");
    }
}
