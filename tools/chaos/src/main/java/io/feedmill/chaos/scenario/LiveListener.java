package io.feedmill.chaos.scenario;

import io.feedmill.chaos.run.RigRun;
import io.feedmill.cli.call.LiveFeed;
import io.feedmill.client.FeedItem;
import io.feedmill.client.FeedmillClient;
import io.feedmill.client.FeedmillClient.LiveEvent;
import io.feedmill.client.ProblemException;
import io.feedmill.stack.load.RunClock;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** A user who listens to the home feed, at one API or the other, on connections that are cut at random moments. */
final class LiveListener {
    private static final int PAGE = 50;

    /** Until a stream does not show a retracted post any more, beside the time of a read. */
    private static final Duration PROMISE = Duration.ofSeconds(3);

    /** Until a stream shows the edit of an older post, and a little more on a loaded machine. */
    private static final Duration SETTLED = Duration.ofSeconds(40);

    private static final Duration POLL = Duration.ofMillis(500);
    private static final Duration MAX_CONNECTION = Duration.ofSeconds(6);
    private static final Duration BETWEEN = Duration.ofMillis(200);

    private final RigRun run;
    private final String user;
    private final Random random;
    private final PageTimes times;

    /** When the call was answered that retracted a post. */
    private final Map<String, Duration> retracted = new ConcurrentHashMap<>();

    private LiveFeed feed = new LiveFeed();
    private Stream<LiveEvent> connection = Stream.of();
    private Seen seen = Seen.NOTHING;
    private int cutsLeft;
    private boolean over;

    /**
     * What listeners have seen.
     *
     * @param slowest the longest time between the answer to a retraction and the event that removed the post
     */
    record Seen(int connections, int cuts, int events, Duration slowest) {
        static final Seen NOTHING = new Seen(0, 0, 0, Duration.ZERO);

        Seen plus(Seen other) {
            return new Seen(
                    connections + other.connections,
                    cuts + other.cuts,
                    events + other.events,
                    slowest.compareTo(other.slowest) > 0 ? slowest : other.slowest);
        }
    }

    /**
     * @param cuts the number of connections that are cut; the next one stays until the end
     */
    LiveListener(RigRun run, PageTimes times, String user, int cuts, Random random) {
        this.run = run;
        this.times = times;
        this.user = user;
        this.cutsLeft = cuts;
        this.random = random;
    }

    /** Listens until {@link #end()}. */
    void listen() {
        while (!isOver()) {
            try (Stream<LiveEvent> events = api().liveHomeFeed(user)) {
                Iterator<LiveEvent> each = events.iterator();
                connected(events);
                while (each.hasNext()) {
                    apply(events, each.next());
                }
            } catch (ProblemException e) {
                // A cut, or too many connections: those that were cut count until the API notices.
                run.require(e.isTemporary(), "the live feed of %s failed: %s".formatted(user, e.getMessage()));
            }
            disconnected();
            RunClock.pause(BETWEEN);
        }
    }

    private FeedmillClient api() {
        List<FeedmillClient> apis = run.rig().clients();
        return apis.get(random.nextInt(apis.size()));
    }

    private synchronized void connected(Stream<LiveEvent> events) {
        connection = events;
        seen = seen.plus(new Seen(1, cutsLeft > 0 ? 1 : 0, 0, Duration.ZERO));
        if (over) {
            cut(events);
        } else if (cutsLeft > 0) {
            cutsLeft--;
            Duration life = Duration.ofMillis(random.nextLong(MAX_CONNECTION.toMillis()));
            Thread.startVirtualThread(() -> {
                RunClock.pause(life);
                cut(events);
            });
        }
    }

    private synchronized void apply(Stream<LiveEvent> events, LiveEvent event) {
        if (events.equals(connection)) {
            checkShown();
            Duration delay = event instanceof LiveEvent.Remove remove ? age(remove.post()) : Duration.ZERO;
            seen = seen.plus(new Seen(0, 0, 1, delay));
            feed.apply(event);
        }
    }

    private synchronized void disconnected() {
        cut(connection);
    }

    /** Closes a connection: what it has shown does not count from now on. */
    private synchronized void cut(Stream<LiveEvent> events) {
        if (events.equals(connection)) {
            checkShown();
            feed = new LiveFeed();
            connection = Stream.of();
        }
        events.close();
    }

    /** Checks what was shown from the last event until now. */
    private void checkShown() {
        feed.items().stream()
                .map(FeedItem::post)
                .filter(post -> age(post).compareTo(PROMISE) > 0)
                .forEach(this::checkShown);
    }

    private void checkShown(String post) {
        Duration age = age(post);
        Duration slowest = times.slowestSince(times.now().minus(age));
        run.require(
                age.compareTo(PROMISE.plus(slowest)) <= 0,
                "the live feed of %s shows %s, %d ms after its retraction; a page took %d ms at most"
                        .formatted(user, post, age.toMillis(), slowest.toMillis()));
    }

    /** Returns the time since the post was retracted; zero if it is not. */
    private Duration age(String post) {
        Duration now = times.now();
        return now.minus(retracted.getOrDefault(post, now));
    }

    /** The call that retracts a post is answered. */
    void retracted(String post) {
        retracted.putIfAbsent(post, times.now());
    }

    /** Waits, once all work is done, until it shows what pages show. Returns what it has seen. */
    Seen settle() {
        boolean same = RunClock.await(
                () -> run.rig().clients().stream().allMatch(api -> page(api).equals(shown())), POLL, SETTLED);
        run.require(
                same,
                "the live feed of %s shows %s instead of %s"
                        .formatted(user, shown(), page(run.rig().feedmill())));
        return seen();
    }

    private List<FeedItem> page(FeedmillClient api) {
        return RigRun.PERSISTENCE.get(() -> api.homeFeed(user, PAGE, null)).items();
    }

    private synchronized List<FeedItem> shown() {
        return feed.items();
    }

    private synchronized Seen seen() {
        return seen;
    }

    private synchronized boolean isOver() {
        return over;
    }

    synchronized void end() {
        over = true;
        cut(connection);
    }
}
