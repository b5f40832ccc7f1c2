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

    private static final int PAGE = 100;
    private static final int SMALL_PAGE = 2;
    private static final int FIRST_POSTS = 12;
    private static final Duration POLL = Duration.ofMillis(500);

    /** Until no API shows a retracted post any more. */
    private static final Duration PROMISE = Duration.ofSeconds(2);

    /** Else the walks take the processor from the calls. */
    private static final Duration BETWEEN_WALKS = Duration.ofSeconds(1);

    private final RigRun run;
    private final String name;
    private final List<String> users;
    private final String reader;
    private final Random random;
    private final FeedModel model = new FeedModel();
    private final List<FeedmillClient> apis;
    private final List<EventCalls> calls;

    /** Ids of the posts that were retracted, or whose readers changed. */
    private final Set<String> restricted = ConcurrentHashMap.newKeySet();

    /** The reader, and the user whose follows, mutes and blocks change most. */
    private final List<LiveListener> listeners;

    private final List<Claim> claims = Collections.synchronizedList(new ArrayList<>());
    private int walks;
    private int pages;
    private volatile boolean begun;

    /** What a page said that has the whole home feed of the reader: it has every post from before this moment. */
    private record Claim(Instant until, Set<String> posts) {}

    /**
     * @param cuts how often the connection of each listener is cut; 0: nobody listens
     */
    LivingSequence(RigRun run, long seed, int number, int cuts) {
        this.run = run;
        this.name = "sequence %d of seed %d".formatted(number, seed);
        String prefix = "living-%d-%d-".formatted(seed, number);
        this.users = IntStream.range(0, USERS).mapToObj(user -> prefix + user).toList();
        this.reader = prefix + "reader";
        this.random = new Random(seed * 10_007 + number);
        this.apis = run.rig().clients();
        EventCalls first = new EventCalls(apis.getFirst(), RigRun.PERSISTENCE, prefix);
        this.calls = apis.stream().map(first::through).toList();
        this.listeners = Stream.of(reader, users.get(1))
                .limit(cuts == 0 ? 0 : 2)
                .map(user -> new LiveListener(run, user, cuts, new Random(user.hashCode())))
                .toList();
    }

    List<LiveListener> listeners() {
        return listeners;
    }

    int walks() {
        return walks;
    }

    int pages() {
        return pages;
    }

    /** Makes this number of calls. */
    void make(int count) {
        EventPlan plan = new EventPlan(users, random);
        List<Event> events = new ArrayList<>(plan.drawFollows());
        events.addAll(plan.draw(count));
        users.forEach(user -> make(new Event.Follow(reader, user)));
        IntStream.range(0, FIRST_POSTS)
                .forEach(n -> make(new Event.Publish("first " + n, users.get(n % USERS), "first " + n)));
        require(
                RunClock.await(
                        () -> page(apis.getFirst(), reader, PAGE, null).items().size() == FIRST_POSTS,
                        POLL,
                        run.limit()),
                "the first posts did not arrive");
        begun = true;
        AtomicBoolean over = new AtomicBoolean();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            threads.execute(() -> walk(over));
            try {
                events.forEach(this::make);
            } finally {
                over.set(true);
            }
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
            case Event.Retract retract -> {
                listeners.forEach(listener -> listener.retracted(id(retract.post())));
                checkRetracted(id(retract.post()), api);
            }
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
    private void checkRetracted(String post, int api) {
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
        Set<String> before = Set.of();
        try {
            while (!over.get()) {
                List<String> seen = walk(apis.get(walks % apis.size()));
                Set<String> now = new HashSet<>(seen);
                require(now.size() == seen.size(), "a walk repeats a post: " + seen);
                List<String> newestFirst =
                        seen.stream().sorted(Comparator.reverseOrder()).toList();
                require(seen.equals(newestFirst), "a walk is not in order: " + seen);
                Set<String> missing = new HashSet<>(before);
                missing.removeAll(now);
                missing.removeAll(restricted);
                require(missing.isEmpty(), "a walk has a hole: " + missing);
                before = now;
                RunClock.await(over::get, POLL, BETWEEN_WALKS);
            }
        } catch (ProblemException e) {
            require(false, "a walk failed: " + e.getMessage());
        }
    }

    private List<String> walk(FeedmillClient api) {
        List<String> seen = new ArrayList<>();
        @Nullable String cursor = null;
        do {
            Page<FeedItem> page = page(api, reader, SMALL_PAGE, cursor);
            require((page.next() == null) != (page.end() == null), "a page has not one of next and end");
            page.items().forEach(item -> seen.add(item.post()));
            cursor = page.next();
            pages++;
        } while (cursor != null);
        walks++;
        return seen;
    }

    /** Reads a page of the reader and keeps what it says. */
    void claim(int number) {
        if (begun) {
            Page<FeedItem> page = page(apis.get(number % apis.size()), reader, PAGE, null);
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
        Instant last = model.posts().stream()
                .map(post -> PostId.parse(id(post.name())).createdAt())
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
            for (Post post : model.posts()) {
                PostId id = PostId.parse(id(post.name()));
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

    /** The number of pages that said until when they are complete, and of the posts that these have to have. */
    record Claimed(int pages, int posts) {

        Claimed plus(Claimed other) {
            return new Claimed(pages + other.pages, posts + other.posts);
        }
    }

    /** Compares the home feeds with the model after all work is done. Returns the number of users. */
    int compare() {
        List<String> all = Stream.concat(users.stream(), Stream.of(reader)).toList();
        for (String user : all) {
            UserId id = new UserId(user);
            same(
                    "rows of " + user,
                    model.rows(user),
                    run.rig().storage().homeRows(id).stream()
                            .map(item -> text(item.post().value(), item.text(), item.version()))
                            .toList());
            apis.forEach(api -> same(
                    "home feed of " + user,
                    model.homeFeed(user),
                    api.homeFeed(user)
                            .map(item -> text(item.post(), item.text(), item.version()))
                            .toList()));
            Set<String> hidden = new HashSet<>();
            run.rig().storage().hiddenFrom(id).forEach(author -> hidden.add(author.value()));
            require(hidden.equals(model.hidden(user)), "hidden from %s: %s".formatted(user, hidden));
        }
        model.posts().stream().filter(post -> !post.retracted()).forEach(this::checkJobs);
        return all.size();
    }

    private void checkJobs(Post post) {
        for (Job job :
                apis.getFirst().as(post.author()).postJobs(id(post.name())).toList()) {
            require(
                    job.isComplete() && job.delivered() + job.skipped() == job.expected(),
                    "the job %s is not exact: %s".formatted(job.job(), job));
        }
    }

    private void same(String what, List<Post> expected, List<String> found) {
        List<String> wanted = expected.stream()
                .map(post -> text(id(post.name()), post.text(), post.version()))
                .sorted(Comparator.reverseOrder())
                .toList();
        require(found.equals(wanted), "%s: %s instead of %s".formatted(what, found, wanted));
    }

    private static String text(String post, String text, long version) {
        return "%s '%s' %d".formatted(post, text, version);
    }
}
