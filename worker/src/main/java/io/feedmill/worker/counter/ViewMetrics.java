package io.feedmill.worker.counter;

import io.feedmill.worker.metrics.Counters;
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
        this.views = Counters.counter(registry, "feedmill.views", "Views counted, each viewer of a post once");
        this.viewsRepeated =
                Counters.counter(registry, "feedmill.views.repeated", "Views by users who had viewed the post before");
        this.viewsExpired =
                Counters.counter(registry, "feedmill.views.expired", "Views of old posts, which are not counted");
        this.viewsWithoutPost = Counters.counter(
                registry, "feedmill.views.without.post", "Views in messages that name a post which never existed");
        this.viewTransactions =
                Counters.counter(registry, "feedmill.views.transactions", "Transactions that have counted views");
    }

    /** Counts the views of one group. */
    public void viewed(int counted, int repeated) {
        viewTransactions.increment(counted > 0 ? 1 : 0);
        views.increment(counted);
        viewsRepeated.increment(repeated);
    }

    /** Counts views that are ignored because their post is old. */
    public void expired(int ignored) {
        viewsExpired.increment(ignored);
    }

    /** Counts views that are ignored because nobody has published their post. */
    public void withoutPost(int ignored) {
        viewsWithoutPost.increment(ignored);
    }
}
