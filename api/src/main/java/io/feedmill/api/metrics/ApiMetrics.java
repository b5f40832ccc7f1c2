package io.feedmill.api.metrics;

import io.feedmill.common.queue.Queue;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
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

    /** The age of the time until which home feeds are complete. */
    public static final String COMPLETE_UNTIL_AGE = "feedmill.complete.until.age";

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

    /** Live feeds that clients listen to. */
    public static final String LIVE_STREAMS = "feedmill.live.streams";

    /** Looks at home feeds for live feeds, by outcome: nothing has moved, the page was read, or the read failed. */
    public static final String LIVE_LOOKS = "feedmill.live.looks";

    private static final Duration MAX_LIVE_DELAY = Duration.ofMinutes(10);

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
            "too-many-streams",
            "issuer-invalid",
            "issuer-unavailable");

    private final MeterRegistry registry;
    private final Timer liveDelay;

    public ApiMetrics(MeterRegistry registry) {
        this.registry = registry;
        counter(POSTS_ACCEPTED, "Posts stored");
        counter(PLANS_UNSENT, "Plans left to the relay");
        counter(RECONCILES_UNSENT, "Follows, unfollows and rebuilds left to the relay");
        counter(FOLLOWS_IMPORTED, "Import lines stored");
        counter(FOLLOWS_REJECTED, "Import lines rejected");
        counter(MESSAGES_POSTED, "Messages posted in rooms");
        counter(VIEWS_EXPIRED, "Views of old posts, which are not counted");
        counter(ANSWERS_TIMED_OUT, "Answers that were not read in time");
        counter(PAGES_REFUSED, "Pages refused while the recalls were stale");
        counter(CALLERS_PROBING, "Callers that ask for what they may not see");
        counter(KEYS_UNREADABLE, "Failed reads of public keys");
        counter(DEVICE_EVENTS, "Events sent by devices", "outcome", "stored");
        counter(DEVICE_EVENTS, "Events sent by devices", "outcome", "duplicate");
        for (String outcome : List.of("unchanged", "page", "failed")) {
            counter(LIVE_LOOKS, "Looks at home feeds for live feeds", "outcome", outcome);
        }
        liveDelay = Timer.builder("feedmill.live.delay")
                .description("From the time of a post to its event in a live feed")
                .publishPercentileHistogram()
                .minimumExpectedValue(Duration.ofMillis(50))
                .maximumExpectedValue(MAX_LIVE_DELAY)
                .register(registry);
        for (String reason : REFUSALS) {
            counter(CALLS_REFUSED, "Calls that their callers may not make", "reason", reason);
        }
        for (Queue queue : Queue.values()) {
            counter(DEAD_LETTERS_REDRIVEN, "Dead-letter messages redriven", "queue", queue.suffix());
        }
    }

    private void counter(String name, String description, String... tags) {
        Counter.builder(name).description(description).tags(tags).register(registry);
    }

    /** Counts one event. */
    public void count(String name) {
        count(name, 1);
    }

    /**
     * Counts events.
     *
     * @param tags of the metric, a key and a value each
     */
    public void count(String name, long events, String... tags) {
        registry.counter(name, tags).increment((double) events);
    }

    /** Records how long after its time a live feed has shown a post. */
    public void shownAfter(Duration delay) {
        liveDelay.record(delay);
    }

    /** Registers a gauge. */
    public void gauge(String name, String description, IntSupplier number) {
        Gauge.builder(name, number::getAsInt).description(description).register(registry);
    }

    /** Registers a gauge for an age; empty: unknown, which is not a number. */
    public void age(String name, String description, Supplier<Optional<Duration>> age) {
        TimeGauge.builder(
                        name,
                        () -> age.get()
                                .map(Duration::toMillis)
                                .map(Long::doubleValue)
                                .orElse(Double.NaN),
                        TimeUnit.MILLISECONDS)
                .description(description)
                .register(registry);
    }
}
