package io.feedmill.api;

import io.feedmill.common.queue.Queue;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.springframework.stereotype.Component;

/** The metrics of the API. Registered at start, so that dashboards show zero before the first event. Thread-safe. */
@Component
public final class ApiMetrics {
    /** Stored posts; replayed answers do not count. */
    public static final String POSTS_ACCEPTED = "feedmill.posts.accepted";
    /** Plans that SQS did not accept; the relay sends them. */
    public static final String PLANS_UNSENT = "feedmill.plans.unsent";
    /** Follows, unfollows and rebuilds that are stored but could not be sent; the relay of the workers sends them. */
    public static final String RECONCILES_UNSENT = "feedmill.upkeep.unsent";

    /** Lines stored by imports. */
    public static final String FOLLOWS_IMPORTED = "feedmill.follows.imported";
    /** Lines rejected by imports. */
    public static final String FOLLOWS_REJECTED = "feedmill.follows.rejected";
    /** Dead-letter messages redriven to their queue. */
    public static final String DEAD_LETTERS_REDRIVEN = "feedmill.dead.letters.redriven";

    /** Messages posted in rooms. */
    public static final String MESSAGES_POSTED = "feedmill.messages.posted";
    /** Events sent by devices, by outcome: stored, or ignored as a duplicate. */
    public static final String DEVICE_EVENTS = "feedmill.device.events";
    /** Bodies that are being read; imports do not count. */
    public static final String BODIES = "feedmill.http.bodies.in.progress";
    /** Calls to DynamoDB in progress; the maximum is the number of connections. */
    public static final String STORE_CALLS = "feedmill.store.calls.in.progress";
    /** Sends to SQS in progress; the maximum is the number of connections. */
    public static final String QUEUE_CALLS = "feedmill.queue.calls.in.progress";

    /** The time since the read of the recalls that pages go by. */
    public static final String RECALLS_AGE = "feedmill.recalls.age";
    /** Recalls that pages go by. */
    public static final String RECALLS = "feedmill.recalls";

    /** Views of posts that are too old to be counted. */
    public static final String VIEWS_EXPIRED = "feedmill.views.expired";

    /** Calls that their callers may not make, or whose token cannot be verified, by the problem's type. */
    public static final String CALLS_REFUSED = "feedmill.calls.refused";

    private static final List<String> REFUSALS =
            List.of("unauthenticated", "insufficient-scope", "post-not-found", "too-many-calls", "issuer-unavailable");

    private final MeterRegistry registry;
    private final Counter postsAccepted;
    private final Counter plansUnsent;
    private final Counter reconcilesUnsent;
    private final Counter followsImported;
    private final Counter followsRejected;
    private final Counter messagesPosted;
    private final Counter viewsExpired;
    private final Counter eventsStored;
    private final Counter eventsDuplicate;
    private final Map<Queue, Counter> deadLettersRedriven = new EnumMap<>(Queue.class);

    public ApiMetrics(MeterRegistry registry) {
        this.registry = registry;
        postsAccepted = counter(registry, POSTS_ACCEPTED, "Posts stored");
        plansUnsent = counter(registry, PLANS_UNSENT, "Plans left to the relay");
        reconcilesUnsent = counter(registry, RECONCILES_UNSENT, "Follows, unfollows and rebuilds left to the relay");
        followsImported = counter(registry, FOLLOWS_IMPORTED, "Import lines stored");
        followsRejected = counter(registry, FOLLOWS_REJECTED, "Import lines rejected");
        messagesPosted = counter(registry, MESSAGES_POSTED, "Messages posted in rooms");
        viewsExpired = counter(registry, VIEWS_EXPIRED, "Views of old posts, which are not counted");
        eventsStored = deviceEvents(registry, "stored");
        eventsDuplicate = deviceEvents(registry, "duplicate");
        REFUSALS.forEach(reason -> callsRefused(registry, reason));
        for (Queue queue : Queue.values()) {
            deadLettersRedriven.put(queue, deadLettersRedriven(registry, queue));
        }
    }

    private static Counter deadLettersRedriven(MeterRegistry registry, Queue queue) {
        return Counter.builder(DEAD_LETTERS_REDRIVEN)
                .description("Dead-letter messages redriven")
                .tag("queue", queue.suffix())
                .register(registry);
    }

    private static Counter deviceEvents(MeterRegistry registry, String outcome) {
        return Counter.builder(DEVICE_EVENTS)
                .description("Events sent by devices")
                .tag("outcome", outcome)
                .register(registry);
    }

    private static Counter counter(MeterRegistry registry, String name, String description) {
        return Counter.builder(name).description(description).register(registry);
    }

    /** Registers a gauge for what is in progress and has a maximum. */
    public void inProgress(String name, String description, IntSupplier number) {
        Gauge.builder(name, number::getAsInt).description(description).register(registry);
    }

    /** Registers gauges for the copy of the recalls. */
    public void recalls(Supplier<Duration> age, IntSupplier size) {
        TimeGauge.builder(RECALLS_AGE, () -> age.get().toMillis(), TimeUnit.MILLISECONDS)
                .description("Time since the recalls were read")
                .register(registry);
        Gauge.builder(RECALLS, size::getAsInt)
                .description("Posts that pages hide or check")
                .register(registry);
    }

    public void postAccepted() {
        postsAccepted.increment();
    }

    public void planUnsent() {
        plansUnsent.increment();
    }

    public void reconcileUnsent() {
        reconcilesUnsent.increment();
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

    public void viewExpired() {
        viewsExpired.increment();
    }

    /** Counts a refused call; the reason is a problem's type. */
    public void callRefused(String reason) {
        callsRefused(registry, reason).increment();
    }

    private static Counter callsRefused(MeterRegistry registry, String reason) {
        return Counter.builder(CALLS_REFUSED)
                .description("Calls that their callers may not make")
                .tag("reason", reason)
                .register(registry);
    }

    public void eventsAppended(int stored, int duplicates) {
        eventsStored.increment(stored);
        eventsDuplicate.increment(duplicates);
    }

    public void deadLettersRedriven(Queue queue, int messages) {
        Objects.requireNonNull(deadLettersRedriven.get(queue)).increment(messages);
    }
}
