package io.feedmill.api.feed;

import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.feedmill.api.feed.HomePages.HomePage;
import io.feedmill.common.dormant.DormancyPolicy;
import io.feedmill.common.dynamo.ClockOffset;
import io.feedmill.common.dynamo.DynamoMetrics.Operation;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedItem.Via;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.feed.FeedStore.FeedPage;
import io.feedmill.common.feed.FeedStore.PageRequest;
import io.feedmill.common.feed.FeedStore.StoredItem;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.follow.ReaderActivity;
import io.feedmill.common.follow.Rebuild;
import io.feedmill.common.key.FeedKey;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.Ticks;
import io.feedmill.common.key.UserId;
import io.feedmill.common.outbox.OutboxStore.OutboxRow;
import io.feedmill.common.post.Audience;
import io.feedmill.common.post.Content;
import io.feedmill.common.post.Mode;
import io.feedmill.common.post.Post;
import io.feedmill.testkit.MemoryStores;
import io.feedmill.testkit.OffClock;
import io.feedmill.testkit.SettableClock;
import io.feedmill.testkit.Stores;
import io.feedmill.testkit.memory.Errors;
import io.feedmill.testkit.memory.Faults.Fault;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the simulation does not reach of readers who were away: digests, and more than a thousand authors. */
class ReturningReadersTest {
    private static final Duration WEEK = Duration.ofDays(7);
    private static final UserId BOB = user("bob");

    private final SettableClock clock = new SettableClock();
    private final MemoryStores stores = new MemoryStores(clock, PagesOf.RETENTION);
    private final HomePages reader = PagesOf.stores(stores, clock, PagesOf.stillRecalls(stores));

    private HomePage page(boolean seen) {
        return reader.page(BOB, PageRequest.first(50), seen);
    }

    private ReaderActivity active() {
        return Objects.requireNonNull(stores.readers().view(BOB).active());
    }

    private List<OutboxRow> rebuilds() {
        return Stores.openRows(stores, work -> work.kind().equals(Rebuild.KIND));
    }

    private void endRebuild() {
        assertThat(rebuilds()).hasSize(1);
        assertThat(stores.rebuilds().end(rebuilds().getFirst().work(), 1)).isTrue();
    }

    @Test
    void aDigestLeavesTheReaderAway() {
        page(false);
        assertThat(stores.readers().view(BOB).active()).isNull();
        page(true);
        ReaderActivity seen = active();
        clock.advance(Duration.ofDays(20));
        page(false);
        assertThat(active()).isEqualTo(seen);
    }

    /** By a clock 40 minutes behind, the gap would end before posts that slices passed over the reader with. */
    @ParameterizedTest
    @ValueSource(longs = {-40, 40})
    void aReturnIsNotedByTheTimeOfTheStore(long minutesAhead) {
        page(true);
        clock.advance(Duration.ofDays(20));
        Duration ahead = Duration.ofMinutes(minutesAhead);
        ClockOffset offset = new ClockOffset(Clock.offset(clock, ahead), new SimpleMeterRegistry());
        OffClock.answer(offset, clock.instant().plus(ahead), ahead);
        PagesOf.returns(stores, clock, offset)
                .visit(BOB, stores.readers().view(BOB), null, new FeedPage(List.of(), null, null), true);
        long now = Ticks.ofInstant(clock.instant());
        assertThat(active().lastSeen())
                .isCloseTo(now, within(Duration.ofSeconds(1).toNanos()));
        assertThat(active().hasInGap(now)).isTrue();
        assertThat(active().hasInGap(now + Duration.ofMinutes(21).toNanos())).isFalse();
    }

    @Test
    void aPageThatCannotNoteItsReaderIsShown() {
        Stores faulty = stores.stores(call -> call.operation().equals(Operation.UPDATE_ITEM)
                ? new Fault.Refused(Errors.noAnswer())
                : new Fault.None());
        HomePages reads = PagesOf.stores(faulty, clock, PagesOf.stillRecalls(stores));
        assertThat(reads.page(BOB, PageRequest.first(50), true).rebuilding()).isFalse();
        assertThat(stores.readers().view(BOB).active()).isNull();
    }

    @Test
    void aPageOfAnActiveReaderIsNotedTwiceADay() {
        page(true);
        ReaderActivity seen = active();
        clock.advance(Duration.ofHours(12));
        page(true);
        assertThat(active()).isEqualTo(seen);
    }

    private void followMany(int authors) {
        stores.follows()
                .importAll(IntStream.range(0, authors)
                        .mapToObj(i -> new Follow(BOB, user("author-" + i)))
                        .toList());
    }

    private void publish(String author, int minutesAgo, Audience audience) {
        Instant created = clock.instant().minus(Duration.ofMinutes(minutesAgo));
        PostId id = new PostId(Ticks.ofInstant(created), "1".repeat(11));
        Post post = new Post(id, user(author), Content.of("hello"), 1, null, audience, Mode.PUSH);
        stores.plant(new StoredItem(FeedName.author(user(author)), id.feedKey(), FeedItem.of(post, Via.FOLLOW)));
    }

    /** Each page of one that shows nothing reads no feed again but that of its posts. */
    @Test
    void aReturnPastManyHiddenPostsHasAllOthers() {
        page(true);
        followMany(ReturningReaders.MAX_AUTHORS);
        clock.advance(Duration.ofDays(4));
        IntStream.rangeClosed(1, 33)
                .forEach(i -> publish("author-0", i, new Audience.Users(new TreeSet<>(Set.of(user("eve"))))));
        IntStream.rangeClosed(40, 60).forEach(i -> publish("author-" + i, i, Audience.everyone()));
        int shown = 0;
        FeedKey after = null;
        do {
            HomePage page = reader.page(BOB, new PageRequest(null, after, 1), true);
            assertThat(page.rebuilding()).isFalse();
            shown += page.page().items().size();
            after = page.page().next();
        } while (after != null);
        assertThat(shown).isEqualTo(21);
        assertThat(rebuilds()).isEmpty();
    }

    @Test
    void theHomeFeedOfWhoFollowsVeryManyIsRebuiltTwice() {
        page(true);
        followMany(ReturningReaders.MAX_AUTHORS + 1);
        clock.advance(Duration.ofDays(20));
        assertThat(page(true).rebuilding()).isTrue();
        assertThat(new DormancyPolicy(WEEK, 0).passesOver(active(), Long.MAX_VALUE))
                .isFalse();
        endRebuild();
        clock.advance(DormancyPolicy.MARGIN);
        assertThat(page(true).rebuilding()).isTrue();
        assertThat(rebuilds()).isEmpty();
        clock.advance(Duration.ofSeconds(1));
        assertThat(page(true).rebuilding()).isTrue();
        endRebuild();
        clock.advance(Duration.ofDays(20));
        assertThat(page(true).rebuilding()).isFalse();
        assertThat(rebuilds()).isEmpty();
    }
}
