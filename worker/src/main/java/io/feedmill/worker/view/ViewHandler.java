package io.feedmill.worker.view;

import io.feedmill.common.dynamo.DynamoClients;
import io.feedmill.common.key.UserId;
import io.feedmill.common.queue.QueueMessage.Views;
import io.feedmill.common.storage.Deadline;
import io.feedmill.common.view.PostViews;
import io.feedmill.common.view.ViewStore;
import io.feedmill.worker.message.Handled;
import io.feedmill.worker.metrics.WorkerMetrics;
import java.time.Duration;
import java.util.List;
import org.springframework.stereotype.Component;

/** Counts views of one post: each viewer once, whatever is delivered again and whoever counts at the same time. */
@Component
public final class ViewHandler {
    /** A read and a write. */
    private static final Duration ROUND = DynamoClients.CALL_TIMEOUT.multipliedBy(2);

    private final ViewStore store;
    private final WorkerMetrics metrics;

    public ViewHandler(ViewStore store, WorkerMetrics metrics) {
        this.store = store;
        this.metrics = metrics;
    }

    /** Who loses a race finds at least one viewer less the next time: this comes to an end. */
    public Handled handle(Views message, Deadline deadline) {
        PostViews views = message.views();
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
