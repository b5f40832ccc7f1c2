package io.feedmill.bench.streamframework;

import io.feedmill.bench.stack.Posts;
import io.feedmill.stack.graph.FollowGraph;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;

/** Stream-Framework, running: two Redis servers, Celery workers, and the process that publishes and reads. Not thread-safe. */
public final class StreamFramework implements AutoCloseable {

    /** How many followers one task takes care of, unless somebody sets it: {@code Manager.fanout_chunk_size}. */
    public static final int CHUNK = 100;

    private final Driver driver;
    private final FollowGraph graph;

    private StreamFramework(Driver driver, FollowGraph graph) {
        this.driver = driver;
        this.graph = graph;
    }

    /** Starts it with so many workers, and without a post. */
    public static StreamFramework start(Installation installation, FollowGraph graph, int workers) {
        Path file = installation.run().resolve("graph");
        GraphFile.write(graph, file);
        StreamFramework started = new StreamFramework(Driver.start(installation), graph);
        try {
            started.tell(new Request.Graph(file.toString()));
            started.restart(workers);
            return started;
        } catch (RuntimeException e) {
            started.close();
            throw e;
        }
    }

    /** Forgets posts and tasks, and takes new workers. */
    public void restart(int workers) {
        tell(new Request.Start(workers));
    }

    /** Forgets all posts. */
    public void clear() {
        tell(new Request.Clear());
    }

    /** Publishes, in tasks for so many followers, and waits until all is delivered or nothing moves any more. */
    public Published publish(Posts posts, int chunk) {
        return driver.ask(new Request.Publish(numbers(posts.authors()), Posts.TEXT, chunk), Published.class);
    }

    /** Reads the newest items of each user's home feed, so many of each. */
    public Latency page(Collection<String> users, int limit) {
        return driver.ask(new Request.Pages(numbers(users), limit), Latency.class);
    }

    /**
     * Publishes, kills one worker with all its processes when the share of the deliveries is written, and waits until the others are done. Needs a
     * {@link #restart} afterwards.
     */
    public Loss kill(Posts posts, int chunk, double after) {
        return driver.ask(new Request.Kill(numbers(posts.authors()), Posts.TEXT, chunk, after), Loss.class);
    }

    @Override
    public void close() {
        driver.close();
    }

    private void tell(Request request) {
        driver.ask(request, Answers.Done.class);
    }

    private List<Integer> numbers(Collection<String> users) {
        return users.stream().map(user -> GraphFile.number(graph, user)).toList();
    }
}
