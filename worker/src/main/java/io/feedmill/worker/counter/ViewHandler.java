package io.feedmill.worker.counter;

import static io.feedmill.common.metrics.Meters.counter;

import io.feedmill.common.counter.CounterStore;
import io.feedmill.common.counter.ViewStore;
import io.feedmill.common.counter.Views;
import io.feedmill.common.dynamo.DynamoClients;
import io.feedmill.common.dynamo.RetentionSettings;
import io.feedmill.common.key.UserId;
import io.feedmill.common.storage.Deadline;
import io.feedmill.worker.work.MessageHandler;
import io.feedmill.worker.work.MessageHandler.Handled;
import io.feedmill.worker.work.Receipt;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.springframework.stereotype.Component;

/**
 * Counts the views of one post, each viewer once, also after redeliveries and with concurrent handlers. Does not count views of an old post: the
 * markers of its viewers have expired. Those of a retracted post it counts: the API took them while the post stood.
 */
@Component
public record ViewHandler(
        ViewStore store,
        PostAuthors authors,
        CounterStore counters,
        RetentionSettings retention,
        ViewMetrics metrics,
        Clock clock)
        implements MessageHandler<Views> {
    /** The time of a read and a write. */
    static final Duration ROUND = DynamoClients.CALL_TIMEOUT.multipliedBy(2);

    @Override
    public Handled handle(Views message, Receipt receipt, Deadline deadline) {
        if (!retention.countsViews(message.post().createdAt(), clock.instant())) {
            metrics.expired.increment(message.viewers().size());
            return new Handled.Done();
        }
        if (!deadline.hasRoomFor(ROUND)) {
            return new Handled.Requeue(message.next());
        }
        Optional<UserId> author = authors.of(message.post());
        if (author.isEmpty()) {
            metrics.withoutPost.increment(message.viewers().size());
            return new Handled.Done();
        }
        return count(message, author.get(), deadline);
    }

    /** Terminates: after each lost race, at least one viewer less is unseen. */
    private Handled count(Views message, UserId author, Deadline deadline) {
        while (deadline.hasRoomFor(ROUND)) {
            List<UserId> unseen = store.unseen(message.post(), message.viewers());
            if (unseen.isEmpty() || store.count(message.post(), author, unseen)) {
                metrics.transactions.increment(unseen.isEmpty() ? 0 : 1);
                metrics.views.increment(unseen.size());
                metrics.repeated.increment(message.viewers().size() - unseen.size());
                counters.recount(message.post());
                return new Handled.Done();
            }
        }
        return new Handled.Requeue(message.next());
    }

    /** The metrics of views. All are registered at the start. Thread-safe. */
    @Component
    public static final class ViewMetrics {
        final Counter views;
        final Counter repeated;
        final Counter expired;
        final Counter withoutPost;
        final Counter transactions;

        public ViewMetrics(MeterRegistry registry) {
            views = counter(registry, "feedmill.views", "Views counted, each viewer of a post once");
            repeated = counter(registry, "feedmill.views.repeated", "Views by users who had viewed the post before");
            expired = counter(registry, "feedmill.views.expired", "Views of old posts, which are not counted");
            withoutPost = counter(
                    registry, "feedmill.views.without.post", "Views in messages that name a post which never existed");
            transactions = counter(registry, "feedmill.views.transactions", "Transactions that have counted views");
        }
    }
}
