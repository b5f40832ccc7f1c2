package io.feedmill.worker.upkeep;

import io.feedmill.common.dynamo.BatchWriter.WriteOptions;
import io.feedmill.common.follow.FollowStore;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.outbox.PairChange;
import io.feedmill.common.queue.QueueMessage.Reconcile;
import io.feedmill.common.storage.Deadline;
import io.feedmill.worker.metrics.UpkeepMetrics;
import io.feedmill.worker.work.Handled;
import io.feedmill.worker.work.WorkDeadlines;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Reconciles a home feed after a follow or an unfollow, and ends the change. */
@Component
public final class ReconcileHandler {
    private static final Logger LOG = LoggerFactory.getLogger(ReconcileHandler.class);

    private final PairWriter writer;
    private final FollowStore follows;
    private final UpkeepMetrics metrics;
    private final Duration untilNextLook;

    public ReconcileHandler(PairWriter writer, FollowStore follows, UpkeepMetrics metrics, WorkDeadlines deadlines) {
        this.writer = writer;
        this.follows = follows;
        this.metrics = metrics;
        this.untilNextLook = SecondLook.delay(deadlines);
    }

    public Handled handle(Reconcile message, Deadline deadline) {
        PairChange pair = message.pair();
        if (!reconcile(pair, WriteOptions.bulk(deadline))) {
            return new Handled.Requeue(message.next());
        }
        if (message.look() < pair.kind().looks()) {
            return new Handled.Wait(message.nextLook(), untilNextLook);
        }
        follows.end(pair);
        metrics.reconciled(pair.kind());
        LOG.atInfo().addKeyValue("pair", pair).log("Home feed reconciled");
        return new Handled.Done();
    }

    private boolean reconcile(PairChange pair, WriteOptions terms) {
        return pair.kind() == PairChange.Kind.UNFOLLOW
                ? writer.reconcileAfterUnfollow(Follow.of(pair), terms)
                : writer.reconcile(Follow.of(pair), terms);
    }
}
