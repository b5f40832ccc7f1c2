package io.feedmill.worker.follow;

import io.feedmill.common.dynamo.BatchWriter.WriteOptions;
import io.feedmill.common.follow.FollowStore;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.follow.PairChange;
import io.feedmill.common.follow.Reconcile;
import io.feedmill.common.key.FeedKey;
import io.feedmill.common.storage.Deadline;
import io.feedmill.worker.follow.PairWriter.Walk;
import io.feedmill.worker.relay.Resends;
import io.feedmill.worker.work.Handled;
import io.feedmill.worker.work.MessageHandler;
import io.feedmill.worker.work.Receipt;
import java.time.Duration;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Reconciles a home feed after a follow or an unfollow, and ends the change. */
@Component
public record ReconcileHandler(PairWriter writer, FollowStore follows, Resends resends, UpkeepMetrics metrics)
        implements MessageHandler<Reconcile> {
    private static final Logger LOG = LoggerFactory.getLogger(ReconcileHandler.class);

    @Override
    public void requeued(Reconcile next, boolean stopping) {
        resends.putOff(next.pair().work(), next.attempt());
    }

    @Override
    public Handled handle(Reconcile message, Receipt receipt, Deadline deadline) {
        PairChange pair = message.pair();
        Walk walk = reconcile(message, WriteOptions.bulk(deadline));
        if (!walk.complete()) {
            return unfinished(message, walk);
        }
        if (!message.isLastLook()) {
            return new Handled.Wait(message.nextLook());
        }
        if (follows.end(pair)) {
            metrics.reconciled(pair.work());
            LOG.atInfo().addKeyValue("pair", pair).log("Home feed reconciled");
        }
        return new Handled.Done();
    }

    private Walk reconcile(Reconcile message, WriteOptions options) {
        Follow follow = Follow.of(message.pair());
        return message.pair().kind() == PairChange.Kind.FOLLOW
                ? new Walk(null, writer.reconcile(follow, options))
                : writer.walk(follow, message, options);
    }

    private Handled unfinished(Reconcile message, Walk walk) {
        FeedKey reached = walk.reached();
        if (reached == null || Objects.equals(reached, message.reached())) {
            return new Handled.Requeue(message.next());
        }
        Reconcile next = message.goOn(reached);
        resends.putOff(next.pair().work(), next.attempt());
        return new Handled.Continue(next, Duration.ZERO);
    }
}
