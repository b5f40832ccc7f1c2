package io.feedmill.bench.servers;

import io.feedmill.bench.measure.Contender;
import io.feedmill.bench.measure.JvmUse;
import io.feedmill.bench.measure.Metric;
import io.feedmill.bench.sdk.Timing;
import io.feedmill.client.FeedmillClient;
import io.feedmill.client.FeedmillClient.Limits;
import io.feedmill.client.Job;
import io.feedmill.client.Post;
import io.feedmill.client.Post.NewPost;
import io.feedmill.emulators.Ports;
import io.feedmill.stack.FeedmillProcess;
import io.feedmill.stack.Platform;
import io.feedmill.stack.console.StepFailure;
import io.feedmill.stack.load.RunClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Gatherers;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/** An API and workers: the production jars, as processes of their own. Closing it kills them. */
public final class Feedmill implements AutoCloseable {
    /** The time between sweeps in production. */
    public static final Duration SWEEPS = Duration.ofSeconds(5);

    /** They cost CPU by time, which a delivery on a busy machine takes more of. */
    private static final Duration RARE_SWEEPS = Duration.ofMinutes(1);

    private static final Duration FANOUT_LIMIT = Duration.ofMinutes(10);
    private static final int CALLERS = 4;
    private static final int LINES_A_CALL = 2_000;

    /** Each poll costs the API and the store some milliseconds. The answer has the exact time of completion. */
    private static final Duration POLL = Duration.ofMillis(250);

    private final FeedmillProcess api;
    private final List<FeedmillProcess> workers;
    private final Supplier<String> tokens;
    private final FeedmillClient client;

    private Feedmill(FeedmillProcess api, List<FeedmillProcess> workers, Supplier<String> tokens) {
        this.api = api;
        this.workers = workers;
        this.tokens = tokens;
        this.client = FeedmillClient.of(api.url(), tokens, Limits.DEFAULT);
    }

    /** Starts an API and workers with rare sweeps, and waits until they are ready. */
    public static Feedmill start(Platform platform, Endpoints endpoints, int workers) {
        return start(platform, endpoints, workers, RARE_SWEEPS);
    }

    /** Starts all, waits until they are ready, and sweeps this often. Polls are as long as in production. All posts are pushed but those of listed authors. */
    public static Feedmill start(Platform platform, Endpoints endpoints, int workers, Duration sweeps) {
        Map<String, String> settings = Map.of(
                "FEEDMILL_LISTENERS_POLL_TIMEOUT", "10s",
                "FEEDMILL_RELAY_EVERY", sweeps.toString(),
                "FEEDMILL_FANOUT_ON_READ_FROM", "0");
        int port = Ports.findFree();
        FeedmillProcess api =
                FeedmillProcess.api(platform, "api-" + port, port, Ports.findFree(), endpoints.variables(Map.of()));
        List<FeedmillProcess> all = IntStream.rangeClosed(1, workers)
                .mapToObj(number -> "worker-" + number)
                .map(name -> FeedmillProcess.worker(platform, name, Ports.findFree(), endpoints.variables(settings)))
                .toList();
        Feedmill feedmill = new Feedmill(api, all, platform.tokens());
        try {
            // One after the other: JVMs that start at once on two cores may take minutes.
            feedmill.members().forEach(member -> {
                member.start();
                member.awaitReady();
            });
            return feedmill;
        } catch (RuntimeException e) {
            feedmill.close();
            throw e;
        }
    }

    public FeedmillClient client() {
        return client;
    }

    /** Returns the URI of a path of the API. */
    public URI at(String path) {
        return api.url().resolve(path);
    }

    /** Returns the value of the header {@code Authorization}. */
    public String authorization() {
        return "Bearer " + tokens.get();
    }

    /** Imports follows of one author. */
    public void follow(String author, List<String> users) {
        follow(List.of(author), users);
    }

    /** Imports that each user follows all of these authors. */
    public void follow(List<String> authors, List<String> users) {
        users.stream()
                .flatMap(user -> authors.stream().map(author -> user + " " + author + "\n"))
                .gather(Gatherers.windowFixed(LINES_A_CALL))
                .forEach(lines -> client.admin().importFollows(BodyPublishers.ofString(String.join("", lines))));
    }

    /** Returns the contender that publishes the posts and waits until all are delivered. */
    public Contender delivers(String name, Posts posts) {
        return Contender.ours(name, () -> deliver(posts));
    }

    /** Publishes the posts and waits until all are delivered. Throws a {@link StepFailure} after ten minutes. */
    public Map<Metric, Double> deliver(Posts posts) {
        JvmUse before = workersUse();
        Instant began = Instant.now();
        List<Job> jobs = await(publish(posts));
        long delivered = jobs.stream().mapToLong(Job::delivered).sum();
        if (delivered != posts.deliveries()) {
            throw new StepFailure("Delivered %,d instead of %,d.".formatted(delivered, posts.deliveries()));
        }
        Instant end = jobs.stream()
                .flatMap(job -> Optional.ofNullable(job.completedAt()).stream())
                .max(Comparator.naturalOrder())
                .orElseThrow();
        return new Timing(Duration.between(began, end), workersUse().minus(before), new Histogram(1))
                .ofDeliveries(delivered);
    }

    /** Returns the id of the API's process. */
    public long apiPid() {
        return api.pid();
    }

    /** Returns a metric of the API: the sum of the series that begin so. */
    public double metric(String series) {
        return api.metric(series, "");
    }

    /** Returns the bytes of the API's heap that are in use after a garbage collection. */
    public double heapInUse() {
        String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
        try {
            new ProcessBuilder(jcmd, Long.toString(apiPid()), "GC.run")
                    .redirectErrorStream(true)
                    .redirectOutput(Redirect.DISCARD)
                    .start()
                    .waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StepFailure("Interrupted.");
        }
        return metric("jvm_memory_used_bytes{area=\"heap\"");
    }

    /** Sends SIGTERM to the API, and returns the time that it took to end. */
    public Duration stopApi(Duration limit) {
        return api.stop(limit);
    }

    private JvmUse workersUse() {
        return workers.stream().map(worker -> JvmUse.of(worker.pid())).reduce(JvmUse.NONE, JvmUse::plus);
    }

    /** Publishes the posts, several at once. */
    private List<Post> publish(Posts posts) {
        return posts.authors().stream()
                .gather(Gatherers.mapConcurrent(CALLERS, author -> client.publishPost(new NewPost(author, Posts.TEXT))))
                .toList();
    }

    /** Waits until all are delivered and returns the last status of each. */
    private List<Job> await(List<Post> posts) {
        Instant deadline = Instant.now().plus(FANOUT_LIMIT);
        return posts.stream().map(post -> await(post, deadline)).toList();
    }

    private Job await(Post post, Instant deadline) {
        Job job = client.as(post.author()).getFanout(post.id(), null);
        while (!job.isComplete()) {
            if (deadline.isBefore(Instant.now())) {
                throw new StepFailure("Post %s is not delivered after %d min: %s."
                        .formatted(post.id(), FANOUT_LIMIT.toMinutes(), job));
            }
            RunClock.pause(POLL);
            job = client.as(post.author()).getFanout(post.id(), null);
        }
        return job;
    }

    @Override
    public void close() {
        members().forEach(FeedmillProcess::close);
    }

    private Stream<FeedmillProcess> members() {
        return Stream.concat(Stream.of(api), workers.stream());
    }

    /** The posts of a turn: the author of each, and the number of deliveries of all. */
    public record Posts(List<String> authors, long deliveries) {
        /** The text of every post of every contender, of a usual length. */
        public static final String TEXT =
                "Fan-out on write: a post is copied into the home feed of everybody who follows its author, so that a page is one query of one partition.";

        public Posts {
            authors = List.copyOf(authors);
        }

        /** Returns posts of one author. */
        public static Posts by(String author, int posts, int followers) {
            return new Posts(Collections.nCopies(posts, author), (long) posts * followers);
        }
    }
}
