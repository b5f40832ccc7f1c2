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
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Reconciles a home feed after a follow or an unfollow, does what features make of the change, and ends it. */
@Component
public record ReconcileHandler(
        FollowReconciler writer,
        FollowStore follows,
        ReaderStore readers,
        Resends resends,
        UpkeepMetrics metrics,
        List<FollowStep> steps)
        implements MessageHandler<Reconcile> {
    private static final Logger LOG = LoggerFactory.getLogger(ReconcileHandler.class);

    /** What a feature does before the work of a follow, unfollow or request ends, any number of times, in any order. A bean. Thread-safe. */
    @FunctionalInterface
    public interface FollowStep {
        void changed(FollowChange change);
    }

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
        if (pair.kind() == FollowChange.Kind.FOLLOW && !writer.reconcile(Follow.of(pair), options)) {
            return new Handled.Requeue(message.next());
        }
        end(pair, follows::end);
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
        seen.forEach(other -> end(other, follows::endHidden));
        end(pair, follows::end);
        return new Handled.Done();
    }

    private Handled nextLook(Reconcile message, NavigableMap<UserId, FollowChange> others) {
        Reconcile next = message.nextLook(others);
        if (message.isLastLook()) {
            resends.putOff(next.pair().work(), next.attempt());
        }
        return new Handled.Wait(next);
    }

    private void end(FollowChange pair, Predicate<FollowChange> ended) {
        steps.forEach(step -> step.changed(pair));
        if (ended.test(pair)) {
            metrics.reconciled(pair.work());
            LOG.atInfo().addKeyValue("pair", pair).log("Follow change ended");
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
