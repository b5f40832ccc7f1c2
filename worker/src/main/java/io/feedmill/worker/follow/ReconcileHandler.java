package io.feedmill.worker.follow;

import io.feedmill.common.dynamo.BatchWriter.WriteOptions;
import io.feedmill.common.follow.FollowChange;
import io.feedmill.common.follow.FollowStore;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.follow.ReaderStore;
import io.feedmill.common.follow.Reconcile;
import io.feedmill.common.key.FeedKey;
import io.feedmill.common.key.UserId;
import io.feedmill.common.queue.RequeueReason;
import io.feedmill.common.storage.Deadline;
import io.feedmill.worker.follow.FollowReconciler.Walk;
import io.feedmill.worker.relay.Relay.Resends;
import io.feedmill.worker.work.MessageHandler;
import io.feedmill.worker.work.MessageHandler.Handled;
import io.feedmill.worker.work.Receipt;
import java.time.Duration;
import java.util.List;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Reconciles a home feed after a follow or an unfollow, and ends the change. */
@Component
public record ReconcileHandler(
        FollowReconciler writer, FollowStore follows, ReaderStore readers, Resends resends, UpkeepMetrics metrics)
        implements MessageHandler<Reconcile> {
    private static final Logger LOG = LoggerFactory.getLogger(ReconcileHandler.class);

    @Override
    public void requeued(Reconcile next, RequeueReason reason, Duration delay) {
        resends.putOff(next.pair().work(), next.attempt());
    }

    @Override
    public Handled handle(Reconcile message, Receipt receipt, Deadline deadline) {
        FollowChange pair = message.pair();
        WriteOptions options = WriteOptions.bulk(deadline);
        if (pair.kind() == FollowChange.Kind.UNFOLLOW) {
            return look(message, options);
        }
        if (!writer.reconcile(Follow.of(pair), options)) {
            return new Handled.Requeue(message.next());
        }
        ended(pair, follows.end(pair));
        return new Handled.Done();
    }

    /**
     * A look of an unfollow ends at its beginning if another walk does the work: that of a later unfollow of the pair, or one for another author whom
     * the reader hid as well. While there are such authors, one walk is for all: the first look is left to the second, and that to a third one if it
     * sees an author whom the look before did not see.
     */
    private Handled look(Reconcile message, WriteOptions options) {
        FollowChange pair = message.pair();
        NavigableMap<UserId, FollowChange> hidden = readers.unfollows(pair.follower());
        FollowChange own = hidden.remove(pair.author());
        if (own == null ? !follows.follows(Follow.of(pair)) : own.tick() != pair.tick()) {
            resends.outbox().remove(pair.work());
            return new Handled.Done();
        }
        List<FollowChange> seen =
                hidden.values().stream().filter(message::hasSeen).toList();
        if (message.reached() == null && message.look() < pair.kind().looks() && seen.size() < hidden.size()) {
            return nextLook(message, hidden);
        }
        Set<UserId> authors = Stream.concat(Stream.of(pair), seen.stream())
                .map(FollowChange::author)
                .collect(Collectors.toSet());
        Walk walk = writer.walk(message, authors, options);
        if (!walk.complete()) {
            return unfinished(message, walk);
        }
        if (!message.isLastLook()) {
            return nextLook(message, new TreeMap<>());
        }
        seen.forEach(other -> ended(other, follows.endHidden(other)));
        ended(pair, follows.end(pair));
        return new Handled.Done();
    }

    private Handled nextLook(Reconcile message, NavigableMap<UserId, FollowChange> others) {
        Reconcile next = message.nextLook(others);
        if (message.isLastLook()) {
            resends.putOff(next.pair().work(), next.attempt());
        }
        return new Handled.Wait(next);
    }

    private void ended(FollowChange pair, boolean now) {
        if (now) {
            metrics.reconciled(pair.work());
            LOG.atInfo().addKeyValue("pair", pair).log("Home feed reconciled");
        }
    }

    private Handled unfinished(Reconcile message, Walk walk) {
        FeedKey reached = walk.reached();
        if (reached == null || Objects.equals(reached, message.reached())) {
            return new Handled.Requeue(message.next());
        }
        Reconcile next = message.continued(reached);
        resends.putOff(next.pair().work(), next.attempt());
        return new Handled.Continue(next, Duration.ZERO);
    }
}
