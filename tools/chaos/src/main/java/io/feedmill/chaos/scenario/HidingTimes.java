package io.feedmill.chaos.scenario;

import io.feedmill.chaos.run.RigRun;
import io.feedmill.stack.client.FeedmillClient;
import io.feedmill.stack.client.FeedmillClient.FeedItem;
import io.feedmill.stack.console.Screen;
import io.feedmill.stack.console.StepFailure;
import io.feedmill.stack.load.RunClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * How long after the answer of one API another one still shows what the call hides.
 *
 * @param posts those of retracted posts, ascending
 * @param authors those of unfollowed authors, ascending
 */
record HidingTimes(List<Duration> posts, List<Duration> authors) {
    static final int READERS = 4;

    /** Each reader's posts and authors fit into a page. */
    static final int MAX = 200;

    static final Duration PROMISE = Duration.ofSeconds(2);

    private static final int PAGE = 100;
    private static final Duration PAUSE = Duration.ofMillis(10);
    private static final Duration POLL = Duration.ofMillis(200);

    /** Measures this number of retractions and of unfollows, at the first API, with pages of the second. */
    static HidingTimes measure(RigRun run, int times) {
        String marker = "hiding-" + UUID.randomUUID();
        List<Integer> readers = IntStream.range(0, READERS).boxed().toList();
        List<HidingTimes> measured = run.screen().each("times", READERS, readers, number -> {
            int each = times / READERS + (number < times % READERS ? 1 : 0);
            return new Reader(run, marker + "-" + number, each).measure();
        });
        return new HidingTimes(
                measured.stream().flatMap(one -> one.posts().stream()).sorted().toList(),
                measured.stream()
                        .flatMap(one -> one.authors().stream())
                        .sorted()
                        .toList());
    }

    /** Reports what was shown for longer than promised. */
    void check(RigRun run) {
        run.require(
                posts.getLast().compareTo(PROMISE) <= 0,
                "A retracted post was shown for %,d ms."
                        .formatted(posts.getLast().toMillis()));
    }

    void print(Screen screen) {
        screen.row("retracted, on the other API", text(posts));
        screen.row("unfollowed, on the other API", text(authors));
    }

    private static String text(List<Duration> times) {
        return "hidden after p50 %,d ms, maximum %,d ms of %,d"
                .formatted(
                        times.get((times.size() - 1) / 2).toMillis(),
                        times.getLast().toMillis(),
                        times.size());
    }

    /** A reader who follows one author with many posts and many authors with one. */
    private record Reader(RigRun run, String name, int times) {

        HidingTimes measure() {
            List<String> authors =
                    IntStream.range(0, times).mapToObj(n -> name + "-" + n).toList();
            Stream.concat(Stream.of(writer()), authors.stream())
                    .forEach(author -> RigRun.PERSISTENCE.get(() -> {
                        first().follow(name, author);
                        return true;
                    }));
            List<String> posts = IntStream.range(0, times)
                    .mapToObj(n -> publish(writer(), n))
                    .toList();
            authors.forEach(author -> publish(author, 0));
            if (!RunClock.await(() -> shown(item -> true) == 2L * times, POLL, run.limit())) {
                throw new StepFailure("The posts for the times did not arrive.");
            }
            List<Duration> retracted = new ArrayList<>();
            for (String post : posts) {
                first().retract(post);
                retracted.add(untilHidden(item -> item.post().equals(post)));
            }
            List<Duration> unfollowed = new ArrayList<>();
            for (String author : authors) {
                first().unfollow(name, author);
                unfollowed.add(untilHidden(item -> item.author().equals(author)));
            }
            return new HidingTimes(Collections.unmodifiableList(retracted), Collections.unmodifiableList(unfollowed));
        }

        private String writer() {
            return name + "-writer";
        }

        private FeedmillClient first() {
            return run.rig().clients().getFirst();
        }

        private String publish(String author, int number) {
            return RigRun.PERSISTENCE
                    .get(() -> first().publish(author, "Post " + number, author + "-" + number))
                    .id();
        }

        /** Returns the time from now to the answer with the first page that does not have it. */
        private Duration untilHidden(Predicate<FeedItem> item) {
            RunClock clock = new RunClock();
            while (shown(item) > 0) {
                RunClock.pause(PAUSE);
            }
            return clock.now();
        }

        private long shown(Predicate<FeedItem> item) {
            return run.rig().clients().getLast().homePage(name, PAGE, null).items().stream()
                    .filter(item)
                    .count();
        }
    }
}
