package io.feedmill.worker.upkeep;

import io.feedmill.common.dynamo.BatchWriter.WriteOptions;
import io.feedmill.common.dynamo.DynamoClients;
import io.feedmill.common.follow.FollowStore;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.outbox.PairChange;
import io.feedmill.common.queue.QueueMessage.Reconcile;
import io.feedmill.common.storage.Deadline;
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

    /** A plan that read the followers before an unfollow sends in its first life, its slice counts as new for one more, and its handler lives one more. */
    private static final int LIVES = 3;

    private final PairWriter writer;
    private final FollowStore follows;
    private final UpkeepMetrics metrics;
    private final Duration untilNextLook;

    public ReconcileHandler(PairWriter writer, FollowStore follows, UpkeepMetrics metrics, WorkDeadlines deadlines) {
        this.writer = writer;
        this.follows = follows;
        this.metrics = metrics;
        this.untilNextLook = untilNextLook(deadlines);
    }

    /** Returns the time from the first look of an unfollow to the second: then no handler can write any more what it read before. */
    public static Duration untilNextLook(WorkDeadlines deadlines) {
        return deadlines.time().plus(DynamoClients.CALL_TIMEOUT).multipliedBy(LIVES);
    }

    public Handled handle(Reconcile message, Deadline deadline) {
        PairChange pair = message.pair();
        if (!writer.reconcile(Follow.of(pair), WriteOptions.bulk(deadline))) {
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
}
