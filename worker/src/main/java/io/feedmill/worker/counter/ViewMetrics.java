package io.feedmill.worker.counter;

import static io.feedmill.worker.metrics.Counters.counter;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.stereotype.Component;

/** The metrics of views. All are registered at the start. Thread-safe. */
@Component
public final class ViewMetrics {
    private final Counter views;
    private final Counter viewsRepeated;
    private final Counter viewsExpired;
    private final Counter viewsWithoutPost;
    private final Counter viewTransactions;

    public ViewMetrics(MeterRegistry registry) {
        views = counter(registry, "feedmill.views", "Views counted, each viewer of a post once");
        viewsRepeated = counter(registry, "feedmill.views.repeated", "Views by users who had viewed the post before");
        viewsExpired = counter(registry, "feedmill.views.expired", "Views of old posts, which are not counted");
        viewsWithoutPost = counter(
                registry, "feedmill.views.without.post", "Views in messages that name a post which never existed");
        viewTransactions = counter(registry, "feedmill.views.transactions", "Transactions that have counted views");
    }

    public void viewed(int counted, int repeated) {
        viewTransactions.increment(counted > 0 ? 1 : 0);
        views.increment(counted);
        viewsRepeated.increment(repeated);
    }

    public void expired(int ignored) {
        viewsExpired.increment(ignored);
    }

    public void withoutPost(int ignored) {
        viewsWithoutPost.increment(ignored);
    }
}
