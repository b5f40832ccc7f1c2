package io.feedmill.chaos.scenario;

import io.feedmill.chaos.run.RigRun;
import io.feedmill.client.FeedItem;
import io.feedmill.client.FeedmillClient;
import io.feedmill.client.Job;
import io.feedmill.client.Page;
import io.feedmill.client.ProblemException;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.stack.living.Event;
import io.feedmill.stack.living.EventPlan;
import io.feedmill.stack.living.FeedModel;
import io.feedmill.stack.living.FeedModel.Post;
import io.feedmill.stack.load.EventCalls;
import io.feedmill.stack.load.RunClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Some users and the calls of a random sequence, one after the other, each at one of two APIs. A reader who follows all of them walks the home feed
 * meanwhile.
 */
final class LivingSequence {
    static final int USERS = 4;

    private static final int AWAY = 3;

    /** The user who is not on read when the run begins. */
    private static final int PUSHED = 1;

    private static final int PAGE = 100;
    private static final int SMALL_PAGE = 2;
    private static final int FIRST_POSTS = 12;
    private static final int LATE_CALLS = 10;
    private static final int BETWEEN_SWITCHES = 4;
    private static final int BETWEEN_ABSENCES = 5;
    private static final Duration POLL = Duration.ofMillis(500);

    /** Until no API shows a retracted post any more. */
    private static final Duration PROMISE = Duration.ofSeconds(2);

    /** Else the walks take the processor from the calls. */
    private static final Duration BETWEEN_WALKS = Duration.ofSeconds(1);

    private final RigRun run;
    private final String name;
    private final List<String> users;
    private final String reader;
    private final boolean away;
    private final Random random;
    private final FeedModel model = new FeedModel();
    private final List<FeedmillClient> apis;
    private final List<EventCalls> calls;
    private final EventPlan plan;
    private final OnReadSwitches onRead;
    private final Announcements announcements;
    private final PageTimes times;

    /** Ids of the posts that were retracted, or whose readers changed. */
    private final Set<String> restricted = ConcurrentHashMap.newKeySet();

    /** The reader, and the user whose follows, mutes and blocks change most. */
    private final List<LiveListener> listeners;

    private final List<Claim> claims = Collections.synchronizedList(new ArrayList<>());
    private final List<List<FeedItem>> lastWalks = new ArrayList<>();
    private long passedOver;
    private int walks;
    private int pages;
    private int postsOnRead;
    private volatile boolean begun;

    /** What a page said that has the whole home feed of the reader: it has every post from before this moment. */
    private record Claim(Instant until, Set<String> posts) {}

    /**
     * @param cuts how often the connection of each listener is cut; 0: nobody listens
     */
    LivingSequence(RigRun run, long seed, int number, int cuts, Announcements announcements, PageTimes times) {
        this.run = run;
        this.name = "sequence %d of seed %d".formatted(number, seed);
        String prefix = "living-%d-%d-".formatted(seed, number);
        this.users = IntStream.range(0, USERS).mapToObj(user -> prefix + user).toList();
        this.reader = prefix + "reader";
        this.away = number % AWAY == 0;
        this.random = new Random(seed * 10_007 + number);
        this.plan = new EventPlan(users, random);
        this.onRead = new OnReadSwitches(users.get(number % 2 == 0 ? 0 : 3), users.get(2), users.get(1));
        this.announcements = announcements;
        this.times = times;
        this.apis = run.rig().clients();
        EventCalls first = new EventCalls(apis.getFirst(), RigRun.PERSISTENCE, prefix);
        this.calls = apis.stream().map(first::through).toList();
        this.listeners = Stream.of(reader, users.get(1))
                .limit(cuts == 0 ? 0 : 2)
                .map(user -> new LiveListener(run, times, user, cuts, new Random(user.hashCode())))
                .toList();
    }

    List<LiveListener> listeners() {
        return listeners;
    }

    OnReadSwitches onRead() {
        return onRead;
    }

    /** Whether its users are away for long when the run begins, and again and again. */
    boolean isAway() {
        return away;
    }

    /** Returns the users and the reader. */
    List<String> everyone() {
        return Stream.concat(users.stream(), Stream.of(reader)).toList();
    }

    long passedOver() {
        return passedOver;
    }

    int walks() {
        return walks;
    }

    int pages() {
        return pages;
    }

    /** Makes this number of calls. */
    void make(int count) {
        List<Event> events = new ArrayList<>(plan.drawFollows());
        events.addAll(plan.draw(count));
        users.forEach(user -> make(new Event.Follow(reader, user)));
        publish("pushed", PUSHED, 1);
        awaitPushed();
        publish("first", 0, FIRST_POSTS - 1);
        require(
                RunClock.await(
                        () -> page(apis.getFirst(), reader, PAGE, null).items().stream()
                                        .filter(item -> users.contains(item.author()))
                                        .count()
                                == FIRST_POSTS,
                        POLL,
                        run.limit()),
                "the first posts did not arrive");
        begun = true;
        whileWalking(() -> {
            for (int i = 0; i < events.size(); i++) {
                make(events.get(i));
                if (i % BETWEEN_SWITCHES == 0) {
                    onRead.next(apis.get(random.nextInt(apis.size())), random);
                }
                if (i % BETWEEN_ABSENCES == 0) {
                    leave();
                }
            }
        });
    }

    /** Nobody but a listener has read a page yet. */
    private void awaitPushed() {
        FeedmillClient author = apis.getFirst().as(users.get(PUSHED));
        require(
                RunClock.await(() -> pushed(author).isComplete(), POLL, run.limit()),
                "the first post was not delivered");
        long dormant = dormant(pushed(author));
        require(!listeners.isEmpty() || away == dormant > 0, "%d readers were passed over".formatted(dormant));
    }

    private static long dormant(Job job) {
        Map<String, Long> reasons = job.skippedBy();
        return reasons == null ? 0 : reasons.getOrDefault("dormant", 0L);
    }

    private Job pushed(FeedmillClient author) {
        return RigRun.PERSISTENCE.get(() -> author.getFanout(id("pushed " + PUSHED), null));
    }

    private void publish(String what, int from, int count) {
        for (int n = from; n < from + count; n++) {
            make(new Event.Publish("%s %d".formatted(what, n), users.get(n % USERS), "%s %d".formatted(what, n)));
        }
    }

    private void whileWalking(Runnable calls) {
        AtomicBoolean over = new AtomicBoolean();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            threads.execute(() -> walk(over));
            try {
                calls.run();
            } finally {
                over.set(true);
            }
        }
    }

    /** Makes calls once posts are published by the last switch; but none that has a second look, which all would wait for. */
    void makeLate() {
        whileWalking(() -> {
            RunClock.await(onRead::isEffective, POLL, run.limit());
            leave();
            publish("late", 0, USERS);
            plan.draw(LATE_CALLS).stream()
                    .filter(event -> !(event instanceof Event.Unfollow || event instanceof Event.Block))
                    .forEach(this::make);
            make(new Event.Edit("late 0", "late, edited"));
            make(new Event.Edit("late 1", "late, edited"));
            make(new Event.Retract("late 2"));
            make(new Event.Permit("late 3", Set.of(users.get(1))));
        });
    }

    private void leave() {
        if (away) {
            Away.leave(run.rig(), everyone());
        }
    }

    private void make(Event event) {
        int api = random.nextInt(apis.size());
        if (event instanceof Event.Permit permit) {
            restricted.add(id(permit.post()));
        } else if (event instanceof Event.Retract retract) {
            restricted.add(id(retract.post()));
        }
        boolean accepted = calls.get(api).send(event).value();
        require(accepted == model.apply(event), "%s was %s".formatted(event, accepted ? "accepted" : "refused"));
        check(event, api);
    }

    /** Checks that the next pages hide what they must from now on. */
    private void check(Event event, int api) {
        switch (event) {
            case Event.Unfollow unfollow -> checkHidden(unfollow.user(), unfollow.author());
            case Event.Mute mute -> checkHidden(mute.user(), mute.author());
            case Event.Block block -> {
                checkHidden(block.user(), block.other());
                checkHidden(block.other(), block.user());
            }
            case Event.Retract retract -> checkRetracted(id(retract.post()), api);
            case Event.Publish ignored -> {}
            case Event.Edit ignored -> {}
            case Event.Permit ignored -> {}
            case Event.Follow ignored -> {}
            case Event.Unmute ignored -> {}
            case Event.Unblock ignored -> {}
        }
    }

    private String id(String post) {
        return calls.getFirst().post(post).id();
    }

    private void require(boolean condition, String sentence) {
        run.require(condition, name + ": " + sentence);
    }

    private void checkHidden(String user, String author) {
        for (FeedmillClient api : apis) {
            require(
                    page(api, user, PAGE, null).items().stream()
                            .noneMatch(item -> item.author().equals(author)),
                    "%s is shown posts of %s after the call".formatted(user, author));
        }
    }

    /** A page that begins 2 s after the call does not show the post on any instance. */
    void checkRetracted(String post, int api) {
        listeners.forEach(listener -> listener.retracted(post));
        require(!isShown(apis.get(api), post), "%s is shown by the API that retracted it".formatted(post));
        RunClock clock = new RunClock();
        Duration begun = Duration.ZERO;
        while (begun.compareTo(PROMISE) < 0 && isShown(apis.get(1 - api), post)) {
            begun = clock.now();
        }
        require(
                begun.compareTo(PROMISE) < 0 || !isShown(apis.get(1 - api), post),
                "%s is shown 2 s after its retraction".formatted(post));
    }

    private boolean isShown(FeedmillClient api, String post) {
        return page(api, reader, PAGE, null).items().stream()
                .anyMatch(item -> item.post().equals(post));
    }

    private static Page<FeedItem> page(FeedmillClient api, String user, int limit, @Nullable String cursor) {
        return RigRun.PERSISTENCE.get(() -> api.homeFeed(user, limit, cursor));
    }

    /** Walks the reader's home feed again and again: what a walk has is in the next one, unless its readers changed. */
    private void walk(AtomicBoolean over) {
        try {
            while (!over.get()) {
                List<FeedItem> walk = walk(apis.get(walks % apis.size()));
                List<String> seen = walk.stream().map(FeedItem::post).toList();
                require(new HashSet<>(seen).size() == seen.size(), "a walk repeats a post: " + seen);
                List<String> newestFirst =
                        seen.stream().sorted(Comparator.reverseOrder()).toList();
                require(seen.equals(newestFirst), "a walk is not in order: " + seen);
                Set<String> missing = expected();
                seen.forEach(missing::remove);
                missing.removeAll(restricted);
                missing.removeAll(announcements.retracted());
                require(missing.isEmpty(), "a walk has a hole: " + missing);
                lastWalks.add(walk);
                RunClock.await(over::get, POLL, BETWEEN_WALKS);
            }
        } catch (ProblemException e) {
            require(false, "a walk failed: " + e.getMessage());
        }
    }

    /** Returns what this API's last walk had, and the last one at any, except posts that one API may already read from the author's feed. */
    private Set<String> expected() {
        Set<String> expected = new HashSet<>();
        if (!lastWalks.isEmpty()) {
            lastWalks.getLast().stream()
                    .filter(item -> !onRead.isSwitched(item.author()))
                    .forEach(item -> expected.add(item.post()));
        }
        if (lastWalks.size() >= apis.size()) {
            lastWalks.get(lastWalks.size() - apis.size()).forEach(item -> expected.add(item.post()));
        }
        return expected;
    }

    private List<FeedItem> walk(FeedmillClient api) {
        List<FeedItem> seen = new ArrayList<>();
        @Nullable String cursor = null;
        do {
            Page<FeedItem> page = page(api, reader, SMALL_PAGE, cursor);
            require((page.next() == null) != (page.end() == null), "a page has not one of next and end");
            seen.addAll(page.items());
            cursor = page.next();
            pages++;
        } while (cursor != null);
        walks++;
        return seen;
    }

    /** Reads a page of the reader and keeps what it says. */
    void claim(int number) {
        if (begun) {
            Page<FeedItem> page = times.time(() -> page(apis.get(number % apis.size()), reader, PAGE, null));
            require(page.next() == null, "a page does not have the whole home feed");
            Instant until = page.completeUntil();
            if (until != null) {
                claims.add(new Claim(
                        until, page.items().stream().map(FeedItem::post).collect(Collectors.toSet())));
            }
        }
    }

    /** Whether the last page said that it has all posts of the sequence. */
    boolean claimsAll() {
        Instant last = postsOfPages()
                .map(PostId::createdAt)
                .max(Comparator.naturalOrder())
                .orElseThrow();
        return !claims.isEmpty() && claims.getLast().until().isAfter(last);
    }

    /**
     * Compares what pages said with the posts that were published, then and later, except those whose readers changed: the reader follows all authors since
     * before.
     */
    Claimed checkClaims() {
        int posts = 0;
        for (Claim claim : claims) {
            for (PostId id : postsOfPages().toList()) {
                if (id.createdAt().isBefore(claim.until()) && !restricted.contains(id.value())) {
                    posts++;
                    require(
                            claim.posts().contains(id.value()),
                            "a page that is complete until %s lacks %s of %s"
                                    .formatted(claim.until(), id, id.createdAt()));
                }
            }
        }
        return new Claimed(claims.size(), posts);
    }

    private Stream<PostId> postsOfPages() {
        return Stream.concat(
                        model.posts().stream().map(post -> id(post.name())),
                        announcements.shown().stream().map(io.feedmill.client.Post::id))
                .map(PostId::parse);
    }

    /** The number of pages that said until when they are complete, and of the posts that these have to have. */
    record Claimed(int pages, int posts) {

        Claimed plus(Claimed other) {
            return new Claimed(pages + other.pages, posts + other.posts);
        }
    }

    /**
     * Compares the home feeds with the model after all work is done, and after the readers who leave have left once more. Returns the number of users. Rows
     * of posts on read have only their authors; those of users who were away count for nothing.
     */
    int compare() {
        leave();
        Set<String> read = model.posts().stream()
                .filter(post -> !post.retracted() && isOnRead(post))
                .map(Post::name)
                .collect(Collectors.toSet());
        postsOnRead = read.size();
        List<String> announced = announcements.shown().stream()
                .map(post -> text(post.id(), post.text(), post.version()))
                .toList();
        List<String> all = everyone();
        for (String user : all) {
            UserId id = new UserId(user);
            if (!away) {
                same(
                        "rows of " + user,
                        model.rows(user).stream()
                                .filter(post -> post.author().equals(user) || !read.contains(post.name()))
                                .map(this::text),
                        run.rig().storage().homeRows(id).stream()
                                .map(item -> text(item.post().value(), item.text(), item.version())));
            }
            apis.forEach(api -> same(
                    "home feed of " + user,
                    Stream.concat(model.homeFeed(user).stream().map(this::text), announced.stream()),
                    api.homeFeed(user).map(item -> text(item.post(), item.text(), item.version()))));
            Set<String> hidden = new HashSet<>();
            run.rig().storage().hiddenFrom(id).forEach(author -> hidden.add(author.value()));
            require(hidden.equals(model.hidden(user)), "hidden from %s: %s".formatted(user, hidden));
        }
        model.posts().stream().filter(post -> !post.retracted()).forEach(this::checkJobs);
        return all.size();
    }

    private boolean isOnRead(Post post) {
        Job job = apis.getFirst().as(post.author()).getFanout(id(post.name()), null);
        return Objects.equals(job.mode(), "on-read");
    }

    int postsOnRead() {
        return postsOnRead;
    }

    private void checkJobs(Post post) {
        for (Job job :
                apis.getFirst().as(post.author()).postJobs(id(post.name())).toList()) {
            require(
                    job.isComplete() && job.delivered() + job.skipped() == job.expected(),
                    "the job %s is not exact: %s".formatted(job.job(), job));
            passedOver += dormant(job);
        }
    }

    private void same(String what, Stream<String> expected, Stream<String> shown) {
        List<String> wanted = expected.sorted(Comparator.reverseOrder()).toList();
        List<String> found = shown.toList();
        require(found.equals(wanted), "%s: %s instead of %s".formatted(what, found, wanted));
    }

    private String text(Post post) {
        return text(id(post.name()), post.text(), post.version());
    }

    private static String text(String post, String text, long version) {
        return "%s '%s' %d".formatted(post, text, version);
    }
}
