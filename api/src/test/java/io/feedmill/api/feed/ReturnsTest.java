package io.feedmill.api.feed;

import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feedmill.api.access.ReadAccess;
import io.feedmill.api.feed.FeedReader.HomePage;
import io.feedmill.api.outbox.Watermark;
import io.feedmill.api.recall.Recalls;
import io.feedmill.common.dormant.Dormancy;
import io.feedmill.common.dormant.DormancyCopy;
import io.feedmill.common.dynamo.BatchWriter.WriteOptions;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedItem.Via;
import io.feedmill.common.feed.FeedStore;
import io.feedmill.common.feed.FeedStore.FeedPage;
import io.feedmill.common.feed.FeedStore.PageRequest;
import io.feedmill.common.follow.Active;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.follow.Rebuild;
import io.feedmill.common.key.FeedKey;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.Ticks;
import io.feedmill.common.key.UserId;
import io.feedmill.common.post.Post;
import io.feedmill.common.publish.Change;
import io.feedmill.common.storage.Deadline;
import io.feedmill.common.storage.StorageException;
import io.feedmill.common.storage.StorageException.Kind;
import io.feedmill.common.storage.SuspendSafeClock;
import io.feedmill.testkit.MemoryQueue;
import io.feedmill.testkit.MemoryStores;
import io.feedmill.testkit.Posts;
import io.feedmill.testkit.SettableClock;
import io.feedmill.testkit.memory.FaultRules;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.Executor;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A reader who was away, at two instances. All work is done at once. */
class ReturnsTest {
    private static final Duration WEEK = Duration.ofDays(7);
    private static final UserId ANN = user("ann");
    private static final UserId BOB = user("bob");
    private static final WriteOptions OPTIONS =
            WriteOptions.express(Deadline.in(Duration.ofMinutes(1), System::nanoTime, InstantSource.system()));

    private final SettableClock clock = new SettableClock();
    private final MemoryStores stores = new MemoryStores(clock, PagesOf.RETENTION);
    private final FaultRules faults = new FaultRules();
    private final MemoryQueue queue = new MemoryQueue(clock);
    private final DormancyCopy slices = dormancy(Runnable::run);
    private final List<FeedReader> apis = List.of(api(Runnable::run), api(neverRun -> {}));
    private final List<PostId> posts = new ArrayList<>();
    private final Random random = new Random(1);

    private DormancyCopy dormancy(Executor background) {
        return new DormancyCopy(stores.dormancy(), new SuspendSafeClock(clock::nanoTime, clock), background);
    }

    private FeedReader api(Executor background) {
        SettableClock still = new SettableClock();
        Recalls recalls = PagesOf.stillRecalls(stores);
        FeedStore feeds = stores.stores(faults).feeds();
        Returns usual = PagesOf.returns(stores, clock, queue);
        return new FeedReader(
                feeds,
                stores.readers(),
                recalls,
                new ReadAccess(PagesOf.truths(stores, clock), stores.follows(), stores.readers()),
                new FullTexts(stores.posts()),
                new Watermark(stores.workers(), 1, () -> true, still, Duration.ofMinutes(1)),
                new PagesOf.NoSources(),
                new Returns(
                        dormancy(background),
                        usual.readers(),
                        usual.follows(),
                        usual.rebuilds(),
                        usual.sender(),
                        feeds,
                        usual.settings(),
                        clock));
    }

    private void pass(Duration time) {
        clock.advance(time);
        slices.known();
    }

    /** Writes the post to the home feed of its reader, unless a slice passes over it. */
    private PostId publish() {
        PostId id = PostId.create(Ticks.ofInstant(clock.instant()), random);
        Post post = Posts.of(id, ANN, "hello");
        stores.posts().publish(post, null);
        posts.add(id);
        if (!slices.known().passesOver(stores.readers().view(BOB).active(), id.tick())) {
            put(post);
        }
        return id;
    }

    private void put(Post post) {
        stores.feeds().putHome(FeedItem.of(post, Via.FOLLOW), List.of(BOB), OPTIONS);
    }

    private FeedReader any() {
        return apis.get(random.nextInt(apis.size()));
    }

    /** Walks through the home feed of the reader, and asserts that it has all posts of the retention. */
    private void check(boolean seen) {
        List<PostId> shown = new ArrayList<>();
        @Nullable FeedKey after = null;
        do {
            FeedPage page =
                    any().home(BOB, new PageRequest(null, after, 3), seen).page();
            page.items().forEach(item -> shown.add(item.post()));
            after = page.next();
        } while (after != null);
        Instant oldest = clock.instant().minus(PagesOf.RETENTION);
        assertThat(shown.reversed())
                .isEqualTo(posts.stream()
                        .filter(post -> post.createdAt().isAfter(oldest))
                        .toList());
    }

    private void awayForAMonth() {
        stores.dormancy().set(WEEK);
        stores.follows().importAll(List.of(new Follow(BOB, ANN)));
        for (int day = 0; day < 20; day++) {
            pass(Duration.ofDays(1));
            publish();
        }
        assertThat(stores.home(BOB)).hasSizeBetween(7, 8);
    }

    @Test
    void aPageOfAnActiveReaderIsNotedOnceADay() {
        stores.dormancy().set(WEEK);
        pass(Duration.ofDays(2));
        check(true);
        Active seen = stores.readers().view(BOB).active();
        assertThat(seen).isEqualTo(Active.at(Ticks.ofInstant(clock.instant())));
        pass(Duration.ofHours(23));
        check(true);
        assertThat(stores.readers().view(BOB).active()).isEqualTo(seen);
    }

    @Test
    void aDigestLeavesTheReaderAway() {
        awayForAMonth();
        check(false);
        assertThat(stores.readers().view(BOB).active()).isNull();
        publish();
        check(false);
        assertThat(stores.home(BOB)).hasSizeLessThan(10);
    }

    @Test
    void whoCameBackGetsRowsAgain() {
        awayForAMonth();
        check(true);
        pass(Duration.ofMinutes(36));
        PostId post = publish();
        assertThat(stores.home(BOB)).extracting(FeedItem::post).contains(post);
        check(true);
    }

    @Test
    void aPageWithAGapFailsIfAnAuthorsFeedCannotBeRead() {
        awayForAMonth();
        faults.refuse(call -> call.names("authors"), Kind.TRANSIENT);
        assertThatThrownBy(() -> any().home(BOB, PageRequest.first(50), true)).isInstanceOf(StorageException.class);
    }

    private HomePage page() {
        return any().home(BOB, PageRequest.first(50), true);
    }

    private long rebuilds() {
        return queue.sent().stream()
                .filter(sent -> sent.message() instanceof Rebuild)
                .count();
    }

    @Test
    void theHomeFeedOfWhoFollowsVeryManyIsRebuiltTwice() {
        stores.dormancy().set(WEEK);
        List<Follow> many = IntStream.rangeClosed(0, Returns.MAX_AUTHORS)
                .mapToObj(i -> new Follow(BOB, user("author-" + i)))
                .toList();
        stores.follows().importAll(many);
        stores.follows().importAll(List.of(new Follow(BOB, ANN)));
        pass(Duration.ofDays(10));
        pass(Duration.ofDays(10));
        Post post = stores.posts().find(publish()).orElseThrow();
        put(post); // by a follow meanwhile
        stores.posts()
                .change(post, new Change.Retract(false), JobId.create(post.id().tick() + 1, random));
        assertThat(stores.home(BOB)).hasSize(1);
        assertThat(page().rebuilding()).isTrue();
        assertThat(page().page().items()).isEmpty();
        assertThat(page().rebuilding()).isTrue();
        assertThat(rebuilds()).isEqualTo(1);
        Active always = Objects.requireNonNull(stores.readers().view(BOB).active());
        assertThat(new Dormancy(0, WEEK, 0, null, 0).passesOver(always, Long.MAX_VALUE))
                .isFalse();
        end();
        pass(Dormancy.MARGIN);
        assertThat(page().rebuilding()).isTrue();
        assertThat(rebuilds()).isEqualTo(1);
        pass(Duration.ofSeconds(1));
        assertThat(page().rebuilding()).isTrue();
        assertThat(rebuilds()).isEqualTo(2);
        end();
        pass(Duration.ofDays(20));
        assertThat(page().rebuilding()).isFalse();
        assertThat(page().page().items()).isEmpty();
        assertThat(rebuilds()).isEqualTo(2);
    }

    private void end() {
        Rebuild last = queue.sent().stream()
                .filter(sent -> sent.message() instanceof Rebuild)
                .map(sent -> (Rebuild) sent.message())
                .toList()
                .getLast();
        assertThat(stores.rebuilds().end(last.work(), 1)).isTrue();
    }
}
