package io.feedmill.api.metrics;

import io.feedmill.common.metrics.Meters;
import io.feedmill.common.queue.Queue;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;

/** The metrics of the API. Registered at start, so that dashboards show zero before the first event. Thread-safe. */
@Component
public final class ApiMetrics {
    public enum Event {
        /** Replayed answers do not count. */
        POSTS_ACCEPTED("feedmill.posts.accepted", "Posts stored"),
        PLANS_UNSENT("feedmill.plans.unsent", "Plans left to the relay"),
        RECONCILES_UNSENT("feedmill.upkeep.unsent", "Follows, unfollows and rebuilds left to the relay"),
        FOLLOWS_IMPORTED("feedmill.follows.imported", "Import lines stored"),
        FOLLOWS_REJECTED("feedmill.follows.rejected", "Import lines rejected"),
        MESSAGES_POSTED("feedmill.messages.posted", "Messages posted in rooms"),
        VIEWS_EXPIRED("feedmill.views.expired", "Views of old posts, which are not counted"),
        ANSWERS_TIMED_OUT("feedmill.http.answers.timed.out", "Answers that were not read in time"),
        PAGES_REFUSED("feedmill.recalls.pages.refused", "Pages refused while the recalls were stale"),
        /** They were refused what they may not see 60 times in a minute. */
        CALLERS_PROBING("feedmill.callers.probing", "Callers that ask for what they may not see"),
        KEYS_UNREADABLE("feedmill.security.keys.unreadable", "Failed reads of public keys"),
        /** By {@code outcome}: stored, or ignored as a duplicate. */
        DEVICE_EVENTS("feedmill.device.events", "Events sent by devices"),
        /** By {@code outcome}: nothing has moved, the page was read, or the read failed. */
        LIVE_LOOKS("feedmill.live.looks", "Looks at home feeds for live feeds"),
        /** Also those whose token cannot be verified. By {@code reason}, the problem's type. */
        CALLS_REFUSED("feedmill.calls.refused", "Calls that their callers may not make"),
        /** By {@code queue}. */
        DEAD_LETTERS_REDRIVEN("feedmill.dead.letters.redriven", "Dead-letter messages redriven");

        private final String metric;
        private final String description;

        Event(String metric, String description) {
            this.metric = metric;
            this.description = description;
        }

        public String metric() {
            return metric;
        }
    }

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

    private static final EnumSet<Event> TAGGED =
            EnumSet.of(Event.DEVICE_EVENTS, Event.LIVE_LOOKS, Event.CALLS_REFUSED, Event.DEAD_LETTERS_REDRIVEN);

    private final MeterRegistry registry;
    private final Timer liveDelay;

    public ApiMetrics(MeterRegistry registry) {
        this.registry = registry;
        EnumSet.complementOf(TAGGED).forEach(this::counter);
        Stream.of("stored", "duplicate").forEach(outcome -> counter(Event.DEVICE_EVENTS, "outcome", outcome));
        Stream.of("unchanged", "page", "failed").forEach(outcome -> counter(Event.LIVE_LOOKS, "outcome", outcome));
        REFUSALS.forEach(reason -> counter(Event.CALLS_REFUSED, "reason", reason));
        Stream.of(Queue.values()).forEach(queue -> counter(Event.DEAD_LETTERS_REDRIVEN, "queue", queue.suffix()));
        liveDelay = Timer.builder("feedmill.live.delay")
                .description("From the time of a post to its event in a live feed")
                .publishPercentileHistogram()
                .minimumExpectedValue(Duration.ofMillis(50))
                .maximumExpectedValue(MAX_LIVE_DELAY)
                .register(registry);
    }

    private Counter counter(Event event, String... tags) {
        return Meters.counter(registry, event.metric, event.description, tags);
    }

    public void count(Event event) {
        count(event, 1);
    }

    /** Counts events, with tags of the metric: a key and a value each. */
    public void count(Event event, long number, String... tags) {
        counter(event, tags).increment((double) number);
    }

    /** Records how long after its time a live feed has shown a post. */
    public void shownAfter(Duration delay) {
        liveDelay.record(delay);
    }

    public void gauge(String name, String description, IntSupplier number) {
        Gauge.builder(name, number::getAsInt).description(description).register(registry);
    }

    /** Registers a gauge for an age; empty: unknown, which is not a number. */
    public void age(String name, String description, Supplier<Optional<Duration>> age) {
        Meters.time(registry, name, description, age);
    }
}
