package io.feedmill.stack.load;

import io.feedmill.stack.client.FeedmillClient;
import io.feedmill.stack.client.FeedmillClient.Counters;
import io.feedmill.stack.client.FeedmillClient.FanoutStatus;
import io.feedmill.stack.client.FeedmillClient.ImportResult;
import io.feedmill.stack.client.FeedmillClient.PublishedPost;
import io.feedmill.stack.client.FeedmillException;
import io.feedmill.stack.console.Progress;
import io.feedmill.stack.console.Screen;
import io.feedmill.stack.console.StepFailure;
import io.feedmill.stack.graph.FollowGraph;
import io.feedmill.stack.verify.FeedCheck;
import io.feedmill.stack.verify.FeedCheck.Feed;
import io.feedmill.stack.verify.Findings;
import io.feedmill.stack.verify.JobCheck;
import io.feedmill.stack.verify.JobCheck.Range;
import io.feedmill.stack.verify.Posts;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Gatherers;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The steps of a run against a Feedmill: import, publish, wait, and read everything back. A step that fails throws {@link StepFailure}. */
public record RunSteps(FeedmillClient feedmill, Screen screen) {
    /** As many as the API stores at once: one call at a time is then as fast as one for all. */
    private static final int LINES_A_CALL = 2_000;

    private static final long SEED = 20_260_102;
    private static final int PUBLISHERS = 8;
    private static final int WATCHERS = 4;
    private static final int READERS = 16;
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final int SHOWN = 10;

    /** Imports a graph in several calls: every answer says how far it is. Returns how long it took. */
    public Duration importGraph(FollowGraph graph) {
        RunClock clock = new RunClock();
        AtomicLong done = new AtomicLong();
        try (Progress progress = screen.progress("import", graph.follows())) {
            IntStream.range(0, graph.size())
                    .boxed()
                    .flatMap(user ->
                            graph.followedBy(user).mapToObj(author -> graph.id(user) + " " + graph.id(author) + "\n"))
                    .gather(Gatherers.windowFixed(LINES_A_CALL))
                    .forEach(lines -> {
                        send(lines);
                        progress.at(done.addAndGet(lines.size()));
                    });
        }
        return clock.now();
    }

    private void send(List<String> lines) {
        ImportResult result = feedmill.importFollows(String.join("", lines));
        if (result.imported() != lines.size() || result.rejectedCount() != 0) {
            throw new StepFailure("An import took %,d of %,d follows and rejected %,d, first: %s"
                    .formatted(
                            result.imported(),
                            lines.size(),
                            result.rejectedCount(),
                            result.rejected().stream().limit(3).toList()));
        }
    }

    /** Publishes this number of posts by authors drawn in proportion to their followers, several at a time. */
    public Run publish(FollowGraph graph, int count) {
        List<String> authors =
                IntStream.of(graph.drawAuthors(count, SEED)).mapToObj(graph::id).toList();
        Map<String, Counters> before = new HashMap<>();
        authors.forEach(author -> before.computeIfAbsent(author, feedmill::counters));
        String marker = "run-" + UUID.randomUUID();
        List<Integer> numbers = IntStream.range(0, count).boxed().toList();
        List<PublishedPost> posts = screen.each("publish", PUBLISHERS, numbers, number -> {
            String author = authors.get(number);
            String text = "Post %d by %s in run %s".formatted(number + 1, author, marker);
            return Persistence.PATIENT.get(() -> feedmill.publish(author, text, marker + "-" + number));
        });
        return new Run(graph, Posts.of(marker, posts), before);
    }

    /** Waits until each fan-out of the run is complete. Returns the last state of each, by post. */
    public Map<String, FanoutStatus> await(Run run, Duration limit) {
        Map<String, FanoutStatus> latest = look(run.posts().allIds(), run.deliveries(), limit);
        List<String> open = open(latest);
        if (!open.isEmpty()) {
            throw new StepFailure("After %d s the fan-out of %d posts is not complete:\n%s"
                    .formatted(
                            limit.toSeconds(),
                            open.size(),
                            open.stream()
                                    .limit(SHOWN)
                                    .map(post -> "  %s: %s".formatted(post, latest.get(post)))
                                    .collect(Collectors.joining("\n"))));
        }
        return latest;
    }

    /** Asks until all are complete or the time is up, for about this number of deliveries. Returns the last state of each post's fan-out. */
    public Map<String, FanoutStatus> look(List<String> posts, long deliveries, Duration limit) {
        RunClock clock = new RunClock();
        Map<String, FanoutStatus> latest = new ConcurrentHashMap<>();
        List<String> open = posts;
        try (Progress progress = screen.progress("fan-out", deliveries)) {
            while (!open.isEmpty()) {
                open.stream()
                        .gather(Gatherers.mapConcurrent(
                                WATCHERS,
                                post -> latest.put(post, Persistence.PATIENT.get(() -> feedmill.fanout(post)))))
                        .forEach(before -> {});
                long handled = latest.values().stream()
                        .mapToLong(job -> job.delivered() + job.skipped())
                        .sum();
                open = open(latest);
                progress.at(open.isEmpty() ? deliveries : Math.min(handled, deliveries));
                if (open.isEmpty() || clock.now().compareTo(limit) > 0) {
                    break;
                }
                RunClock.pause(PAUSE);
            }
        }
        return latest;
    }

    private static List<String> open(Map<String, FanoutStatus> latest) {
        return latest.entrySet().stream()
                .filter(job -> !job.getValue().isComplete())
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Reads everything back: the jobs, the counters and the feed of each author, the home feed of each reader. Adds what differs to the findings. */
    public Findings verify(Run run, Map<String, FanoutStatus> jobs, Findings findings) {
        Posts posts = run.posts();
        posts.all().forEach(post -> findings.add(JobCheck.compare(post.id(), job(post, jobs), run.recipients(post))));
        read("verify authors", List.copyOf(posts.authors()), author -> author(author, run, jobs), findings);
        read(
                "verify home feeds",
                run.readers(),
                reader -> FeedCheck.compare(
                        "The home feed of " + reader, reader, feedmill.homeFeed(reader), run.homeFeed(reader), posts),
                findings);
        return findings;
    }

    private static FanoutStatus job(PublishedPost post, Map<String, FanoutStatus> jobs) {
        return Objects.requireNonNull(jobs.get(post.id()), post.id());
    }

    private List<String> author(String author, Run run, Map<String, FanoutStatus> jobs) {
        List<PublishedPost> written = run.posts().by(author);
        List<String> feed = FeedCheck.compare(
                "The author feed of " + author,
                author,
                feedmill.authorFeed(author),
                Feed.exactly(written),
                run.posts());
        Counters growth = feedmill.counters(author)
                .minus(Objects.requireNonNull(run.before().get(author), author));
        long deliveries = written.stream()
                .mapToLong(post -> deliveries(run.recipients(post), job(post, jobs)))
                .sum();
        List<String> counters = JobCheck.compareCounters(author, growth, new Counters(written.size(), deliveries));
        return Stream.concat(feed.stream(), counters.stream()).toList();
    }

    /** If the number of recipients is not certain, the fan-out's number counts. */
    private static long deliveries(Range recipients, FanoutStatus job) {
        return recipients.isExact() ? recipients.min() : job.delivered();
    }

    /** A failed read is a finding. */
    private void read(String task, List<String> users, Function<String, List<String>> check, Findings findings) {
        screen.each(task, READERS, users, user -> {
                    try {
                        return Persistence.PATIENT.get(() -> check.apply(user));
                    } catch (FeedmillException e) {
                        return List.of(String.valueOf(e.getMessage()));
                    }
                })
                .forEach(findings::add);
    }
}
