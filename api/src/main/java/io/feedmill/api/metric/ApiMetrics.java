package io.feedmill.api.metric;

import io.feedmill.common.queue.Queue;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import org.springframework.stereotype.Component;

/** This module's metrics. Registered at start, so that a dashboard shows zero and not nothing. Thread-safe. */
@Component
public final class ApiMetrics {
    /** Posts that were stored; replayed answers do not count. */
    public static final String POSTS_ACCEPTED = "feedmill.posts.accepted";
    /** Posts whose plan could not be sent at once: the relay sends it. */
    public static final String PLANS_UNSENT = "feedmill.plans.unsent";
    /** Lines that an import stored. */
    public static final String FOLLOWS_IMPORTED = "feedmill.follows.imported";
    /** Lines that an import refused. */
    public static final String FOLLOWS_REJECTED = "feedmill.follows.rejected";
    /** Dead letters that went back to their queue. */
    public static final String DEAD_LETTERS_REDRIVEN = "feedmill.dead.letters.redriven";

    /** Messages that were said in rooms. */
    public static final String MESSAGES_POSTED = "feedmill.messages.posted";
    /** Events that devices sent, by what came of them: stored, or ignored as duplicates. */
    public static final String DEVICE_EVENTS = "feedmill.device.events";

    private final Counter postsAccepted;
    private final Counter plansUnsent;
    private final Counter followsImported;
    private final Counter followsRejected;
    private final Counter messagesPosted;
    private final Counter eventsStored;
    private final Counter eventsDuplicate;
    private final Map<Queue, Counter> deadLettersRedriven = new EnumMap<>(Queue.class);

    public ApiMetrics(MeterRegistry registry) {
        postsAccepted = counter(registry, POSTS_ACCEPTED, "Posts stored");
        plansUnsent = counter(registry, PLANS_UNSENT, "Posts whose plan was left to the relay");
        followsImported = counter(registry, FOLLOWS_IMPORTED, "Import lines stored");
        followsRejected = counter(registry, FOLLOWS_REJECTED, "Import lines refused");
        messagesPosted = counter(registry, MESSAGES_POSTED, "Messages said in rooms");
        eventsStored = deviceEvents(registry, "stored");
        eventsDuplicate = deviceEvents(registry, "duplicate");
        for (Queue queue : Queue.values()) {
            deadLettersRedriven.put(queue, deadLettersRedriven(registry, queue));
        }
    }

    private static Counter deadLettersRedriven(MeterRegistry registry, Queue queue) {
        return Counter.builder(DEAD_LETTERS_REDRIVEN)
                .description("Dead letters given back to their queue")
                .tag("queue", queue.suffix())
                .register(registry);
    }

    private static Counter deviceEvents(MeterRegistry registry, String outcome) {
        return Counter.builder(DEVICE_EVENTS)
                .description("Events that devices sent")
                .tag("outcome", outcome)
                .register(registry);
    }

    private static Counter counter(MeterRegistry registry, String name, String description) {
        return Counter.builder(name).description(description).register(registry);
    }

    public void postAccepted() {
        postsAccepted.increment();
    }

    public void planUnsent() {
        plansUnsent.increment();
    }

    public void followsImported(long lines) {
        followsImported.increment((double) lines);
    }

    public void followsRejected(long lines) {
        followsRejected.increment((double) lines);
    }

    public void messagePosted() {
        messagesPosted.increment();
    }

    public void eventsAppended(int stored, int duplicates) {
        eventsStored.increment(stored);
        eventsDuplicate.increment(duplicates);
    }

    public void deadLettersRedriven(Queue queue, int letters) {
        Objects.requireNonNull(deadLettersRedriven.get(queue)).increment(letters);
    }
}
