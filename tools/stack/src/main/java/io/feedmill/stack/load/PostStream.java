package io.feedmill.stack.load;

import io.feedmill.stack.client.FeedmillClient;
import io.feedmill.stack.client.FeedmillClient.PublishedPost;
import io.feedmill.stack.client.FeedmillException;
import io.feedmill.stack.console.StepFailure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.function.IntFunction;

/** Publishes posts at a steady rate until it is stopped. Each post has an idempotency key and is sent again until it is answered. */
public final class PostStream {
    /** The next post waits while this many are unanswered: more would keep an overloaded Feedmill overloaded. */
    private static final int IN_FLIGHT = 32;

    private final FeedmillClient feedmill;
    private final Persistence persistence;
    private final String marker;
    private final IntFunction<String> authors;
    private final List<PublishedPost> sent = new ArrayList<>();
    private final List<String> unanswered = new ArrayList<>();
    private volatile boolean stopped;
    private Thread thread = new Thread();

    /**
     * Prepares the stream.
     *
     * @param marker is part of every text and key of this stream and of no other
     * @param authors the author of the post of that number, from 0
     */
    public PostStream(FeedmillClient feedmill, Persistence persistence, String marker, IntFunction<String> authors) {
        this.feedmill = feedmill;
        this.persistence = persistence;
        this.marker = marker;
        this.authors = authors;
    }

    /** Begins, with this time between two posts. */
    public void start(Duration every) {
        thread = Thread.ofPlatform().name("posts").start(() -> run(every));
    }

    /** Begins no more posts, and waits until each is answered or given up. */
    public void stop() {
        stopped = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StepFailure("Interrupted while posts were under way.");
        }
    }

    /** Returns the posts answered so far, in no order. */
    public synchronized List<PublishedPost> sent() {
        return List.copyOf(sent);
    }

    /** Returns a sentence for each post that was given up. */
    public synchronized List<String> unanswered() {
        return List.copyOf(unanswered);
    }

    private void run(Duration every) {
        Semaphore room = new Semaphore(IN_FLIGHT);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int number = 0; !stopped; number++) {
                int next = number;
                String author = authors.apply(number);
                room.acquireUninterruptibly();
                threads.execute(() -> {
                    publish(next, author);
                    room.release();
                });
                RunClock.pause(every);
            }
        }
    }

    private void publish(int number, String author) {
        String text = "Post %d of %s by %s".formatted(number, marker, author);
        try {
            PublishedPost post = persistence.get(() -> feedmill.publish(author, text, marker + "-" + number));
            synchronized (this) {
                sent.add(post);
            }
        } catch (FeedmillException e) {
            synchronized (this) {
                unanswered.add("Post %d was never answered: %s".formatted(number, e.getMessage()));
            }
        }
    }
}
