package io.feedmill.bench.streamframework;

import io.feedmill.bench.stack.Posts;
import io.feedmill.stack.graph.FollowGraph;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

/** A running Stream-Framework: two Redis servers, Celery workers, and the process that publishes and reads. Not thread-safe. */
public final class StreamFramework implements AutoCloseable {
    public static final String NAME = "Stream-Framework";

    /** The default number of followers a task: {@code Manager.fanout_chunk_size}. */
    public static final int CHUNK = 100;

    private final Driver driver;
    private final FollowGraph graph;
    private final Path follows;

    /**
     * A completed fan-out.
     *
     * @param seconds from the first call to the last delivery
     * @param workerCpuSeconds of the Celery workers' processes
     * @param storeCpuSeconds of the Redis that keeps the feeds
     */
    public record Published(long delivered, double seconds, double workerCpuSeconds, double storeCpuSeconds) {

        public double deliveriesPerSecond() {
            return delivered / seconds;
        }

        /** Returns the microseconds a delivery. */
        public double micros(double cpuSeconds) {
            return cpuSeconds * 1e6 / delivered;
        }
    }

    /**
     * The deliveries after a worker got SIGKILL, counted when no more of them arrived.
     *
     * @param held deliveries that the broker had given to the killed worker, and gives to another one an hour later
     * @param queued tasks that still wait for a worker; the kill has no result unless this is 0
     */
    public record Loss(long expected, long delivered, long held, long queued) {

        /** Returns the deliveries that will never arrive. */
        public long lost() {
            return expected - delivered - held;
        }
    }

    /**
     * First pages, read one after the other.
     *
     * @param items on all pages
     * @param nanos latency of each page
     */
    public record Pages(long items, List<Long> nanos) {}

    private StreamFramework(Driver driver, FollowGraph graph, Path follows) {
        this.driver = driver;
        this.graph = graph;
        this.follows = follows;
    }

    /** Starts it with workers and without posts. */
    public static StreamFramework start(Installation installation, FollowGraph graph, int workers) {
        Path follows = installation.run().resolve("follows");
        write(graph, follows);
        StreamFramework started = new StreamFramework(Driver.start(installation), graph, follows);
        try {
            started.restart(workers);
            return started;
        } catch (RuntimeException e) {
            started.close();
            throw e;
        }
    }

    /** Writes a line {@code follower author} a follow. */
    static void write(FollowGraph graph, Path file) {
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.write(
                    file,
                    () -> IntStream.range(0, graph.size())
                            .boxed()
                            .flatMap(user ->
                                    graph.followedBy(user).mapToObj(author -> number(user) + " " + number(author)))
                            .map(CharSequence.class::cast)
                            .iterator());
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot write " + file, e);
        }
    }

    /** Returns the user's id in Stream-Framework, which takes 0 for no user. */
    private static int number(int user) {
        return user + 1;
    }

    /** Removes posts and tasks, and replaces the workers. */
    public void restart(int workers) {
        driver.ask(new Messages.Start(follows.toString(), workers), Messages.Started.class);
    }

    /** Removes all posts, publishes, and waits until all is delivered or no more deliveries arrive. */
    public Published publish(Posts posts, int chunk) {
        return driver.ask(new Messages.Publish(numbers(posts.authors()), Posts.TEXT, chunk), Published.class);
    }

    /** Reads the first page of each user's home feed. */
    public Pages pages(List<String> users, int limit) {
        return driver.ask(new Messages.Pages(numbers(users), limit), Pages.class);
    }

    /** Publishes, kills one worker after a share of the deliveries, and waits for the others. Must be followed by {@link #restart}. */
    public Loss kill(Posts posts, int chunk, double after) {
        return driver.ask(new Messages.Kill(numbers(posts.authors()), Posts.TEXT, chunk, after), Loss.class);
    }

    private List<Integer> numbers(List<String> users) {
        return users.stream().map(user -> number(graph.user(user))).toList();
    }

    @Override
    public void close() {
        driver.close();
    }
}
