package io.feedmill.api.metric;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
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

    private final Counter postsAccepted;
    private final Counter plansUnsent;
    private final Counter followsImported;
    private final Counter followsRejected;

    public ApiMetrics(MeterRegistry registry) {
        postsAccepted = counter(registry, POSTS_ACCEPTED, "Posts stored");
        plansUnsent = counter(registry, PLANS_UNSENT, "Posts whose plan was left to the relay");
        followsImported = counter(registry, FOLLOWS_IMPORTED, "Import lines stored");
        followsRejected = counter(registry, FOLLOWS_REJECTED, "Import lines refused");
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
}
