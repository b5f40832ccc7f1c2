package io.feedmill.api.onread;

import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.api.access.TruthCopy;
import io.feedmill.api.feed.FeedReader;
import io.feedmill.api.feed.PagesOf;
import io.feedmill.common.dynamo.BatchWriter.WriteOptions;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedItem.Via;
import io.feedmill.common.feed.FeedRows.FeedSettings;
import io.feedmill.common.feed.FeedStore.FeedPage;
import io.feedmill.common.feed.FeedStore.PageRequest;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.key.FeedKey;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.MonotonicTicks;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.Ticks;
import io.feedmill.common.key.UserId;
import io.feedmill.common.post.Audience;
import io.feedmill.common.post.Content;
import io.feedmill.common.post.Mode;
import io.feedmill.common.post.Post;
import io.feedmill.common.publish.Change;
import io.feedmill.common.storage.Deadline;
import io.feedmill.common.storage.Parallel;
import io.feedmill.common.storage.SuspendSafeClock;
import io.feedmill.testkit.MemoryStores;
import io.feedmill.testkit.SettableClock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** An author who is listed and taken off again and again, while readers walk through their home feeds at two instances. */
class SwitchesTest {
    private static final UserId ANN = user("ann");
    private static final UserId BOB = user("bob");
    private static final UserId READER = user("reader");
    private static final Duration AHEAD = Duration.ofMinutes(15);
    private static final WriteOptions OPTIONS =
            WriteOptions.express(Deadline.in(Duration.ofMinutes(1), System::nanoTime, InstantSource.system()));
    private static final int WALKERS = 3;

    private final SettableClock clock = new SettableClock();
    private final MemoryStores stores = new MemoryStores(clock);
    private final Random random = new Random(1);
    private final List<Api> apis = List.of(new Api(AHEAD, Runnable::run), new Api(Duration.ZERO, neverRun -> {}));
    private final List<Post> ofAnn = new ArrayList<>();
    private final Map<Mode, Integer> published = new EnumMap<>(Mode.class);

    /** What each walk shows that begins now: the version of each post, or a later one. */
    private final Map<PostId, Long> shown = new ConcurrentHashMap<>();

    private final Map<PostId, Long> soonShown = new HashMap<>();
    private final Set<PostId> retracting = ConcurrentHashMap.newKeySet();
    private final Set<PostId> retracted = ConcurrentHashMap.newKeySet();
    private final Semaphore pages = new Semaphore(0);
    private final AtomicInteger walks = new AtomicInteger();
    private final List<Future<?>> walkers = new ArrayList<>();
    private volatile boolean done;

    /** An instance: its publisher's clock is ahead, or its copy of the list is read only when it is 30 s old. */
    private final class Api {
        final SuspendSafeClock clocks = new SuspendSafeClock(clock::nanoTime, clock);
        final OnReadAuthors authors;
        final TruthCopy truths = PagesOf.truths(stores, clock);
        final MonotonicTicks ticks;
        final FeedReader pages;

        Api(Duration ahead, Executor background) {
            authors = new OnReadAuthors(stores.onRead(), clocks, background);
            ticks = new MonotonicTicks(() -> Ticks.ofInstant(clock.instant().plus(ahead)));
            SettableClock still = new SettableClock();
            OnReadFeeds onRead = new OnReadFeeds(
                    authors, stores.follows(), truths, stores.feeds(), new FeedSettings(PagesOf.RETENTION), clock);
            pages = PagesOf.stores(stores, still, PagesOf.stillRecalls(stores), truths, onRead);
        }
    }

    private Api any() {
        return apis.get(random.nextInt(apis.size()));
    }

    /** As the publisher does it. The post is delivered at once, if it is pushed. */
    private void publish(Api api, UserId author) {
        PostId id = PostId.create(api.ticks.next(), random);
        Mode mode = api.authors.mode(author, id);
        Post post = new Post(id, author, Content.of("hello"), 1, null, Audience.everyone(), mode);
        stores.posts().publish(post, null);
        api.truths.forget(author, id);
        if (mode == Mode.PUSH) {
            deliver(post);
        }
        if (author.equals(ANN)) {
            ofAnn.add(post);
            published.merge(mode, 1, Integer::sum);
        }
        soonShown.put(id, post.version());
    }

    private void deliver(Post post) {
        stores.feeds().putHome(FeedItem.of(post, Via.FOLLOW), List.of(READER), OPTIONS);
    }

    private void change(Post post, Change change) {
        Api api = any();
        stores.posts().change(post, change, JobId.create(api.ticks.next(), random));
        api.truths.forget(post.author(), post.id());
    }

    /** Edits one of Ann's posts. The home feed keeps the old row if all pages ignore it: jobs may be late. */
    private void edit(boolean delivered) {
        int index = random.nextInt(ofAnn.size());
        Post post = ofAnn.get(index);
        change(post, new Change.Edit(Content.of("again"), Duration.ZERO));
        Post edited = post.edited(Content.of("again"));
        ofAnn.set(index, edited);
        if (delivered && post.mode() == Mode.PUSH) {
            deliver(edited);
        }
        soonShown.put(post.id(), edited.version());
    }

    private void retract() {
        Post post = ofAnn.remove(random.nextInt(ofAnn.size()));
        retracting.add(post.id());
        shown.remove(post.id());
        soonShown.remove(post.id());
        change(post, new Change.Retract(false));
        stores.feeds().deleteHome(post.id(), List.of(READER), OPTIONS);
    }

    /** From a second later on each instance shows what was changed. */
    private void pass(int seconds) throws InterruptedException {
        clock.advance(Duration.ofSeconds(seconds));
        shown.putAll(soonShown);
        soonShown.clear();
        retracted.addAll(retracting);
        pages.drainPermits();
        boolean walked = pages.tryAcquire(WALKERS, 10, TimeUnit.SECONDS);
        walkers.stream().filter(Future::isDone).forEach(Parallel::await);
        assertThat(walked).isTrue();
    }

    private void publishAndPass(int from, int to) throws InterruptedException {
        publish(any(), ANN);
        publish(any(), BOB);
        pass(random.nextInt(from, to));
    }

    private void listAndTakeOff() throws InterruptedException {
        any().authors.list(ANN, false);
        publishAndPass(1, 10);
        publishAndPass(1, 30);
        pass(31);
        edit(false);
        publishAndPass(20, 40);
        publishAndPass(1, 30);
        edit(false);
        retract();
        publishAndPass(1, 10);
        stores.onRead().takeOff(ANN);
        any().authors.current(ANN);
        publishAndPass(1, 10);
        publishAndPass(10, 60);
        publishAndPass(10, 60);
    }

    /** After 20 minutes and 15 more pages have all posts of Ann from the home feed. */
    private void stayTakenOff() throws InterruptedException {
        pass(2_200);
        publishAndPass(1, 10);
        publishAndPass(1, 10);
        edit(true);
        pass(5);
    }

    /** Their rows are past the retention and still there: both the author's feed and the home feed end by them. */
    private void publishTooOldPosts() {
        publish(any(), ANN);
        publish(any(), BOB);
        ofAnn.clear();
        soonShown.clear();
        clock.advance(Duration.ofDays(31));
    }

    private void switchOften(int times) throws InterruptedException {
        try {
            for (int i = 0; i < times; i++) {
                listAndTakeOff();
                if (i % 4 == 0) {
                    stayTakenOff();
                }
            }
        } finally {
            done = true;
        }
    }

    private void walkOn(Random choice) {
        while (!done) {
            walk(choice);
        }
    }

    private void walk(Random choice) {
        Map<PostId, Long> expected = Map.copyOf(shown);
        Set<PostId> gone = Set.copyOf(retracted);
        List<FeedItem> items = new ArrayList<>();
        int limit = choice.nextInt(3, 11);
        @Nullable FeedKey after = null;
        do {
            PageRequest request = new PageRequest(null, after, limit);
            FeedPage page = apis.get(choice.nextInt(apis.size()))
                    .pages
                    .home(READER, request, true)
                    .page();
            items.addAll(page.items());
            after = page.next();
            pages.release();
        } while (after != null);
        check(items, expected, gone);
        walks.incrementAndGet();
    }

    private void check(List<FeedItem> items, Map<PostId, Long> expected, Set<PostId> gone) {
        assertThat(items)
                .extracting(item -> item.post().feedKey())
                .doesNotHaveDuplicates()
                .isSorted();
        Map<PostId, Long> versions = new HashMap<>();
        items.forEach(item -> versions.put(item.post(), item.version()));
        assertThat(versions).doesNotContainKeys(gone.toArray(new PostId[0]));
        Map<PostId, Long> lost = new HashMap<>(expected);
        lost.keySet().removeAll(retracting);
        lost.entrySet().removeIf(post -> versions.getOrDefault(post.getKey(), 0L) >= post.getValue());
        assertThat(lost).isEmpty();
    }

    @Test
    @Tag("contained")
    void switchesMakeNoHoleAndNoRepeatInAnyWalk() throws InterruptedException {
        check(30);
    }

    @Test
    @Tag("full")
    void aHundredSwitchesMakeNoHoleAndNoRepeatInAnyWalk() throws InterruptedException {
        check(100);
    }

    private void check(int switches) throws InterruptedException {
        stores.follows().follow(new Follow(READER, ANN));
        stores.follows().follow(new Follow(READER, BOB));
        publishTooOldPosts();
        try (ExecutorService threads = Executors.newFixedThreadPool(WALKERS)) {
            IntStream.range(0, WALKERS).forEach(i -> walkers.add(threads.submit(() -> walkOn(new Random(i)))));
            switchOften(switches);
        }
        walkers.forEach(Parallel::await);
        assertThat(published.get(Mode.ON_READ)).isPositive();
        assertThat(published.get(Mode.PUSH)).isPositive();
        assertThat(walks).hasPositiveValue();
    }
}
