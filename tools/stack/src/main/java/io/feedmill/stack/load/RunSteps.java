package io.feedmill.stack.load;

import io.feedmill.client.AdminClient.ImportResult;
import io.feedmill.client.FeedmillClient;
import io.feedmill.client.FeedmillClient.Limits;
import io.feedmill.client.Job;
import io.feedmill.client.Post;
import io.feedmill.client.Post.AuthorCounters;
import io.feedmill.client.Post.NewPost;
import io.feedmill.stack.console.Progress;
import io.feedmill.stack.console.Screen;
import io.feedmill.stack.console.StepFailure;
import io.feedmill.stack.graph.FollowGraph;
import io.feedmill.stack.verify.Findings;
import io.feedmill.stack.verify.Posts;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.Gatherers;
import java.util.stream.IntStream;

/** The steps of a run against a Feedmill: import, publish, wait, and read everything back. A step that fails throws {@link StepFailure}. */
public record RunSteps(FeedmillClient feedmill, Screen screen) {
    /** For calls that fail only because the machine is busy: that is neither a finding nor the end of a run. */
    public static final Limits PATIENT = new Limits(Limits.DEFAULT.answer(), 30, Duration.ofMinutes(1));

    /** As many as the API stores at once: one call at a time is then as fast as one for all. */
    private static final int LINES_A_CALL = 2_000;

    private static final long SEED = 20_260_102;
    private static final int AT_ONCE = 8;
    private static final int WATCHERS = 4;
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
        ImportResult result = feedmill.admin().importFollows(BodyPublishers.ofString(String.join("", lines)));
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
        String marker = "run-" + UUID.randomUUID();
        int[] authors = graph.drawAuthors(count, SEED);
        List<Integer> numbers = IntStream.range(0, count).boxed().toList();
        Map<String, AuthorCounters> before = new HashMap<>();
        IntStream.of(authors)
                .mapToObj(graph::id)
                .forEach(author -> before.computeIfAbsent(author, feedmill::getAuthorCounters));
        List<Post> posts =
                screen.each("publish", AT_ONCE, numbers, number -> publish(number, graph.id(authors[number]), marker));
        return new Run(graph, Posts.of(marker, posts), before);
    }

    private Post publish(int number, String author, String marker) {
        String text = "Post %d by %s in run %s".formatted(number + 1, author, marker);
        return feedmill.publishPost(new NewPost(author, text), marker + "-" + number);
    }

    /** Waits until each fan-out of the run is complete. Returns the last state of each, by post. */
    public Map<String, Job> await(Run run, Duration limit) {
        Map<String, Job> latest = look(run.posts().authors(), run.deliveries(), limit);
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

    /** Asks about posts, by their authors, until all are complete, with about this number of deliveries, or the time is up. Returns the last state of each. */
    public Map<String, Job> look(Map<String, String> posts, long deliveries, Duration limit) {
        RunClock clock = new RunClock();
        Map<String, Job> latest = new ConcurrentHashMap<>();
        Collection<String> open = posts.keySet();
        try (Progress progress = screen.progress("fan-out", deliveries)) {
            while (!open.isEmpty()) {
                open.stream()
                        .gather(Gatherers.mapConcurrent(
                                WATCHERS,
                                post -> latest.put(post, fanout(post, Objects.requireNonNull(posts.get(post))))))
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

    private Job fanout(String post, String author) {
        return feedmill.as(author).getFanout(post, null);
    }

    private static List<String> open(Map<String, Job> latest) {
        return latest.entrySet().stream()
                .filter(job -> !job.getValue().isComplete())
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Reads everything back: the jobs, the counters and the feed of each author, the home feed of each reader. Adds what differs to the findings. */
    public Findings verify(Run run, Map<String, Job> jobs, Findings findings) {
        new ReadBack(this, run, jobs, findings).all();
        return findings;
    }
}
