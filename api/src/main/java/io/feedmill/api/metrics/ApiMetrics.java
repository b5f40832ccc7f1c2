package io.feedmill.api.metrics;

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
    /** Answers that their clients did not read in time. */
    public static final String ANSWERS_TIMED_OUT = "feedmill.http.answers.timed.out";
    /** Bytes of what the authors' feeds say of posts, as this process read it within a second; the maximum is 32 MiB. */
    public static final String TRUTH_BYTES = "feedmill.truths.bytes";
    /** Calls to DynamoDB in progress; the maximum is the number of connections. */
    public static final String STORE_CALLS = "feedmill.store.calls.in.progress";
    /** Sends to SQS in progress; the maximum is the number of connections. */
    public static final String QUEUE_CALLS = "feedmill.queue.calls.in.progress";

    /** The time since the read of the recalls that pages go by. */
    public static final String RECALLS_AGE = "feedmill.recalls.age";
    /** Recalls that pages go by. */
    public static final String RECALLS = "feedmill.recalls";

    /** Rows of recalls, also of those that have ended. */
    public static final String RECALL_ROWS = "feedmill.recalls.rows";
    /** Rows of recalls that no version writes. */
    public static final String RECALLS_MALFORMED = "feedmill.recalls.malformed";
    /** Pages that were refused because the recalls were stale, and too many items were asked about. */
    public static final String PAGES_REFUSED = "feedmill.recalls.pages.refused";

    /** Views of posts that are too old to be counted. */
    public static final String VIEWS_EXPIRED = "feedmill.views.expired";

    /** Calls that their callers may not make, or whose token cannot be verified, by the problem's type. */
    public static final String CALLS_REFUSED = "feedmill.calls.refused";

    /** Callers that were refused what they may not see 60 times in a minute. */
    public static final String CALLERS_PROBING = "feedmill.callers.probing";

    /** Failed reads of changed public keys; the old ones stay. */
    public static final String KEYS_UNREADABLE = "feedmill.security.keys.unreadable";

    private static final List<String> REFUSALS = List.of(
            "unauthenticated",
            "insufficient-scope",
            "suspended",
            "post-not-found",
            "too-many-follows",
            "too-many-follow-requests",
            "too-many-changes",
            "too-many-versions",
            "too-many-calls",
            "too-many-in-progress",
            "issuer-unavailable");

    private final MeterRegistry registry;
    private final Counter postsAccepted;
    private final Counter plansUnsent;
    private final Counter reconcilesUnsent;
    private final Counter followsImported;
    private final Counter followsRejected;
    private final Counter messagesPosted;
    private final Counter viewsExpired;
    private final Counter answersTimedOut;
    private final Counter pagesRefused;
    private final Counter callersProbing;
    private final Counter keysUnreadable;
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
        answersTimedOut = counter(registry, ANSWERS_TIMED_OUT, "Answers that were not read in time");
        pagesRefused = counter(registry, PAGES_REFUSED, "Pages refused while the recalls were stale");
        callersProbing = counter(registry, CALLERS_PROBING, "Callers that ask for what they may not see");
        keysUnreadable = counter(registry, KEYS_UNREADABLE, "Failed reads of changed public keys");
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

    /** Registers a gauge for what has a maximum. */
    public void bounded(String name, String description, IntSupplier number) {
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

    /** Registers gauges for the rows of recalls. */
    public void recallRows(IntSupplier rows, IntSupplier malformed) {
        Gauge.builder(RECALL_ROWS, rows::getAsInt)
                .description("Rows of recalls, also of ended ones")
                .register(registry);
        Gauge.builder(RECALLS_MALFORMED, malformed::getAsInt)
                .description("Malformed rows of recalls")
                .register(registry);
    }

    public void pageWithoutRecallsRefused() {
        pagesRefused.increment();
    }

    public void postAccepted() {
        postsAccepted.increment();
    }

    /** Counts a message that the relay will send. */
    public void unsent(Queue queue) {
        switch (queue) {
            case PUBLISH, DELIVER -> plansUnsent.increment();
            case UPKEEP, VIEWS -> reconcilesUnsent.increment();
        }
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

    public void answerTimedOut() {
        answersTimedOut.increment();
    }

    public void callerProbed() {
        callersProbing.increment();
    }

    public void keysUnreadable() {
        keysUnreadable.increment();
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
