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
import io.feedmill.common.feed.FeedStore.PageRequest;
import io.feedmill.common.follow.Active;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.follow.Rebuild;
import io.feedmill.common.key.FeedKey;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.MonotonicTicks;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.Ticks;
import io.feedmill.common.key.UserId;
import io.feedmill.common.post.Content;
import io.feedmill.common.post.Post;
import io.feedmill.common.publish.Change;
import io.feedmill.common.storage.Deadline;
import io.feedmill.common.storage.Parallel;
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
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Readers who were away, at two instances; slices go by their rows as these were up to five minutes ago. All work is done at once. */
class ReturnsTest {
    private static final Duration WEEK = Duration.ofDays(7);
    private static final UserId ANN = user("ann");
    private static final UserId BOB = user("bob");
    private static final List<UserId> READERS = List.of(user("often"), user("seldom"), user("never"), BOB);
    private static final WriteOptions OPTIONS =
            WriteOptions.express(Deadline.in(Duration.ofMinutes(1), System::nanoTime, InstantSource.system()));

    private final SettableClock clock = new SettableClock();
    private final MemoryStores stores = new MemoryStores(clock, PagesOf.RETENTION);
    private final FaultRules faults = new FaultRules();
    private final MemoryQueue queue = new MemoryQueue(clock);
    private final DormancyCopy slices = dormancy(Runnable::run);
    private final List<FeedReader> apis = List.of(api(Runnable::run), api(neverRun -> {}));
    private final Map<PostId, Post> posts = new HashMap<>();
    private final Set<Follow> follows = new HashSet<>();
    private final Deque<Rows> history = new ArrayDeque<>();
    private final MonotonicTicks ticks = new MonotonicTicks(() -> Ticks.ofInstant(clock.instant()));
    private Random random = new Random(1);

    /** The rows of readers at a time. */
    private record Rows(Instant time, Map<UserId, Active> active) {}

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
        history.add(new Rows(clock.instant(), stores.readers().active(READERS)));
        while (history.getFirst().time().isBefore(clock.instant().minus(Duration.ofMinutes(5)))) {
            history.remove();
        }
    }

    private @Nullable Active oldRow(UserId reader) {
        List<Active> rows = Stream.concat(
                        history.stream().map(rows1 -> rows1.active().get(reader)),
                        Stream.of(stores.readers().view(reader).active()))
                .filter(Objects::nonNull)
                .toList();
        return rows.isEmpty() ? null : rows.get(random.nextInt(rows.size()));
    }

    /** Writes the post to the home feeds of its followers, but for those whom a slice passes over. */
    private void deliver(PostId post, UserId author, @Nullable Post now) {
        List<UserId> users = READERS.stream()
                .filter(reader -> follows.contains(new Follow(reader, author)))
                .filter(reader -> !slices.known().passesOver(oldRow(reader), post.tick()))
                .toList();
        put(post, users, now, Via.FOLLOW);
        put(post, READERS.contains(author) ? List.of(author) : List.of(), now, Via.SELF);
    }

    private void put(PostId post, List<UserId> users, @Nullable Post now, Via via) {
        if (now == null) {
            stores.feeds().deleteHome(post, users, OPTIONS);
        } else {
            stores.feeds().putHome(FeedItem.of(now, via), users, OPTIONS);
        }
    }

    /** By a clock that may be 15 minutes off. */
    private PostId publish(UserId author) {
        Instant time = clock.instant().plusSeconds(random.nextInt(-900, 901)).plusNanos(random.nextInt(1_000_000));
        PostId id = PostId.create(Ticks.ofInstant(time), random);
        Post post = Posts.of(id, author, "hello");
        stores.posts().publish(post, null);
        posts.put(id, post);
        deliver(id, author, post);
        return id;
    }

    private void change(Post post, Change change, @Nullable Post after) {
        stores.posts().change(post, change, JobId.create(Ticks.ofInstant(clock.instant()), random));
        if (after == null) {
            posts.remove(post.id());
        } else {
            posts.put(post.id(), after);
        }
        deliver(post.id(), post.author(), after);
    }

    private void edit(Post post) {
        Content content = Content.of("again");
        change(post, new Change.Edit(content, Duration.ZERO), post.edited(content));
    }

    private void retract(Post post) {
        change(post, new Change.Retract(false), null);
    }

    private Post anyPost() {
        List<Post> all = posts.values().stream()
                .filter(post -> post.createdAt().isAfter(clock.instant().minus(Duration.ofDays(25))))
                .toList();
        return all.isEmpty() ? Objects.requireNonNull(posts.get(publish(ANN))) : all.get(random.nextInt(all.size()));
    }

    private void follow(UserId reader, UserId author) {
        Follow follow = new Follow(reader, author);
        follows.add(follow);
        stores.follows().importAll(List.of(follow));
        of(author).forEach(post -> put(post.id(), List.of(reader), post, Via.FOLLOW));
    }

    private void unfollow(UserId reader, UserId author) {
        Follow follow = new Follow(reader, author);
        follows.remove(follow);
        stores.follows().unfollow(follow).ifPresent(change -> {
            of(author).forEach(post -> put(post.id(), List.of(reader), null, Via.FOLLOW));
            stores.follows().end(change);
        });
    }

    private List<Post> of(UserId author) {
        return posts.values().stream()
                .filter(post -> post.author().equals(author))
                .toList();
    }

    private FeedReader any() {
        return apis.get(random.nextInt(apis.size()));
    }

    private Map<PostId, Long> expected(UserId reader) {
        Instant oldest = clock.instant().minus(PagesOf.RETENTION);
        Map<PostId, Long> expected = new HashMap<>();
        posts.values().stream()
                .filter(post -> post.author().equals(reader) || follows.contains(new Follow(reader, post.author())))
                .filter(post -> post.createdAt().isAfter(oldest))
                .forEach(post -> expected.put(post.id(), post.version()));
        return expected;
    }

    private static List<FeedItem> walk(Supplier<FeedReader> pages, UserId reader, int limit, boolean seen) {
        List<FeedItem> items = new ArrayList<>();
        @Nullable FeedKey after = null;
        do {
            HomePage page = pages.get().home(reader, new PageRequest(null, after, limit), seen);
            items.addAll(page.page().items());
            after = page.page().next();
        } while (after != null);
        assertThat(items)
                .extracting(item -> item.post().feedKey())
                .doesNotHaveDuplicates()
                .isSorted();
        return items;
    }

    private void check(UserId reader, boolean seen) {
        List<FeedItem> items = walk(this::any, reader, random.nextInt(1, 12), seen);
        Map<PostId, Long> shown = new HashMap<>();
        items.forEach(item -> shown.put(item.post(), item.version()));
        assertThat(shown).as("%s at %s", reader, clock.instant()).isEqualTo(expected(reader));
    }

    private void event() {
        UserId reader = READERS.get(random.nextInt(READERS.size()));
        UserId author = random.nextBoolean() ? ANN : BOB;
        switch (random.nextInt(12)) {
            case 0, 1, 2, 3 -> publish(author);
            case 4, 5 -> edit(anyPost());
            case 6 -> retract(anyPost());
            case 7 -> follow(reader, reader.equals(author) ? ANN : author);
            case 8 -> unfollow(reader, author);
            case 9 -> stores.dormancy().set(random.nextInt(3) == 0 ? null : WEEK.multipliedBy(random.nextInt(1, 4)));
            default -> check(reader, true);
        }
    }

    private Duration pause() {
        return switch (random.nextInt(6)) {
            case 0 -> Duration.ofSeconds(random.nextInt(1, 60));
            case 1 -> Duration.ofMinutes(random.nextInt(1, 30));
            case 2, 3 -> Duration.ofHours(random.nextInt(1, 48));
            // about when a reader is away for long enough
            case 4 -> WEEK.minusMinutes(random.nextInt(0, 60));
            default -> Duration.ofDays(random.nextInt(1, 20));
        };
    }

    static IntStream seeds() {
        return IntStream.range(0, 40);
    }

    static IntStream moreSeeds() {
        return IntStream.range(40, 200);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void eachPageShowsWhatTheAuthorsFeedsHave(int seed) {
        checkSequence(seed);
    }

    @Tag("full")
    @ParameterizedTest
    @MethodSource("moreSeeds")
    void eachPageShowsItInManySequences(int seed) {
        checkSequence(seed);
    }

    private void checkSequence(int seed) {
        random = new Random(seed);
        READERS.forEach(reader -> follow(reader, ANN));
        for (int i = 0; i < 60; i++) {
            pass(pause());
            event();
            READERS.forEach(reader -> check(reader, false));
        }
    }

    private void awayForAMonth() {
        stores.dormancy().set(WEEK);
        follow(BOB, ANN);
        for (int day = 0; day < 20; day++) {
            pass(Duration.ofDays(1));
            publish(ANN);
        }
        assertThat(stores.home(BOB)).hasSizeBetween(7, 8);
    }

    @Test
    void aPageOfAnActiveReaderIsNotedOnceADay() {
        stores.dormancy().set(WEEK);
        pass(Duration.ofDays(2));
        check(BOB, true);
        Active seen = stores.readers().view(BOB).active();
        assertThat(seen).isEqualTo(Active.at(Ticks.ofInstant(clock.instant())));
        pass(Duration.ofHours(23));
        check(BOB, true);
        assertThat(stores.readers().view(BOB).active()).isEqualTo(seen);
    }

    @Test
    void aDigestLeavesTheReaderAway() {
        awayForAMonth();
        check(BOB, false);
        assertThat(stores.readers().view(BOB).active()).isNull();
        publish(ANN);
        check(BOB, false);
        assertThat(stores.home(BOB)).hasSizeLessThan(10);
    }

    @Test
    void whoCameBackGetsRowsAgain() {
        awayForAMonth();
        check(BOB, true);
        pass(Duration.ofMinutes(36));
        PostId post = publish(ANN);
        assertThat(stores.home(BOB)).extracting(FeedItem::post).contains(post);
        check(BOB, true);
    }

    @Test
    void aPageWithAGapFailsIfAnAuthorsFeedCannotBeRead() {
        awayForAMonth();
        faults.refuse(call -> call.names("authors"), Kind.TRANSIENT);
        assertThatThrownBy(() -> any().home(BOB, PageRequest.first(50), true)).isInstanceOf(StorageException.class);
    }

    /** Each reader comes back and walks twice, while authors publish. */
    @Test
    @Tag("full")
    void aHundredReturnsAtOnceMakeNoHoleAndNoRepeat() {
        stores.dormancy().set(WEEK);
        List<UserId> readers =
                IntStream.range(0, 100).mapToObj(i -> user("reader-" + i)).toList();
        readers.forEach(
                reader -> stores.follows().importAll(List.of(new Follow(reader, ANN), new Follow(reader, BOB))));
        Set<PostId> shown = ConcurrentHashMap.newKeySet();
        for (int day = 0; day < 20; day++) {
            pass(Duration.ofDays(1));
            shown.add(publish(day % 2 == 0 ? ANN : BOB, readers));
        }
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> running = new ArrayList<>();
            running.add(threads.submit(() -> IntStream.range(0, 200).forEach(i -> shown.add(publish(ANN, readers)))));
            readers.forEach(reader -> running.add(threads.submit(() -> {
                walkWhilePublishing(reader, shown);
                walkWhilePublishing(reader, shown);
            })));
            running.forEach(Parallel::await);
        }
        assertThat(shown).hasSize(20 + 200);
        assertThat(readers).allMatch(reader -> stores.readers().view(reader).active() != null);
    }

    /** Delivers as slices do, to readers who are read just before. */
    private PostId publish(UserId author, List<UserId> readers) {
        PostId id = PostId.create(ticks.next(), new Random());
        Post post = Posts.of(id, author, "hello");
        stores.posts().publish(post, null);
        Map<UserId, Active> active = stores.readers().active(readers);
        List<UserId> awake = readers.stream()
                .filter(reader -> !slices.known().passesOver(active.get(reader), id.tick()))
                .toList();
        put(id, awake, post, Via.FOLLOW);
        return id;
    }

    private void walkWhilePublishing(UserId reader, Set<PostId> shown) {
        Set<PostId> expected = Set.copyOf(shown);
        List<FeedItem> items = walk(apis::getFirst, reader, 7, true);
        assertThat(items).extracting(FeedItem::post).containsAll(expected);
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
        follow(BOB, ANN);
        pass(Duration.ofDays(10));
        pass(Duration.ofDays(10));
        Post post = Objects.requireNonNull(posts.get(publish(ANN)));
        put(post.id(), List.of(BOB), post, Via.FOLLOW); // by a follow meanwhile
        retract(post);
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
