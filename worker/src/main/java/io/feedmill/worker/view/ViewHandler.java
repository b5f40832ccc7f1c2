package io.feedmill.worker.view;

import io.feedmill.common.counter.ViewStore;
import io.feedmill.common.counter.ViewStore.PostViews;
import io.feedmill.common.dynamo.DynamoClients;
import io.feedmill.common.dynamo.RetentionSettings;
import io.feedmill.common.key.UserId;
import io.feedmill.common.queue.QueueMessage.Views;
import io.feedmill.common.storage.Deadline;
import io.feedmill.worker.metrics.WorkerMetrics;
import io.feedmill.worker.work.Handled;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.springframework.stereotype.Component;

/**
 * Counts the views of one post, each viewer once, also after redeliveries and with concurrent handlers. Does not count views of an old post: the
 * markers of its viewers have expired.
 */
@Component
public final class ViewHandler {
    /** The time of a read and a write. */
    private static final Duration ROUND = DynamoClients.CALL_TIMEOUT.multipliedBy(2);

    private final ViewStore store;
    private final RetentionSettings retention;
    private final WorkerMetrics metrics;
    private final Clock clock;

    public ViewHandler(ViewStore store, RetentionSettings retention, WorkerMetrics metrics, Clock clock) {
        this.store = store;
        this.retention = retention;
        this.metrics = metrics;
        this.clock = clock;
    }

    /** Terminates: after each lost race, at least one viewer less is unseen. */
    public Handled handle(Views message, Deadline deadline) {
        PostViews views = message.views();
        if (!retention.countsViews(views.post().createdAt(), clock.instant())) {
            metrics.viewsExpired(views.viewers().size());
            return new Handled.Done();
        }
        while (deadline.hasRoomFor(ROUND)) {
            List<UserId> unseen = store.unseen(views);
            if (unseen.isEmpty() || store.count(views.by(unseen))) {
                metrics.viewed(unseen.size(), views.viewers().size() - unseen.size());
                return new Handled.Done();
            }
        }
        return new Handled.Requeue(message.next());
    }
}
