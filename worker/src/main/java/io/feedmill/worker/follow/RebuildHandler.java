package io.feedmill.worker.follow;

import io.feedmill.common.dynamo.BatchWriter.WriteOptions;
import io.feedmill.common.follow.FollowStore;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.follow.Rebuild;
import io.feedmill.common.follow.Rebuild.Reached;
import io.feedmill.common.follow.RebuildStore;
import io.feedmill.common.follow.RebuildStore.LastRebuild;
import io.feedmill.common.key.UserId;
import io.feedmill.common.queue.Queue;
import io.feedmill.common.queue.RequeueReason;
import io.feedmill.common.storage.Deadline;
import io.feedmill.common.storage.StorageException;
import io.feedmill.worker.relay.Relay.Resends;
import io.feedmill.worker.work.MessageHandler;
import io.feedmill.worker.work.MessageHandler.Handled;
import io.feedmill.worker.work.Receipt;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Rebuilds a home feed: reconciles it with its owner's own posts, then with each author whom the owner follows, in the order of their ids. */
@Component
public record RebuildHandler(
        FollowReconciler writer,
        FollowStore follows,
        RebuildStore rebuilds,
        Resends resends,
        UpkeepMetrics metrics,
        Clock clock)
        implements MessageHandler<Rebuild> {
    /** Maximum of authors of a message. One that ran out of time is continued to the end of its page, even if another chain goes on already. */
    private static final int PAGE = 25;

    private static final Logger LOG = LoggerFactory.getLogger(RebuildHandler.class);

    /** A handler that records no progress for this long has died: its own message comes back, too. */
    private static final Duration SILENCE = Queue.UPKEEP.visibility();

    @Override
    public void requeued(Rebuild next, RequeueReason reason, Duration delay) {
        resends.putOff(next.work(), next.attempt());
    }

    /**
     * Handles up to {@link #PAGE} authors, and leaves the others to the next message: so what a dying handler leaves is mended soon after its own
     * message comes back. A message that is received again, or a later attempt, does so whatever the row of the rebuild says: its earlier handler may
     * have died in the midst of a write. Any other one goes by the row.
     */
    @Override
    public Handled handle(Rebuild message, Receipt receipt, Deadline deadline) {
        if (!receipt.isRepeated(message)) {
            Optional<Reached> row = rebuilds.find(message.author())
                    .filter(last -> last.isOpen(message.work()))
                    .map(LastRebuild::reached);
            if (row.isEmpty()) {
                rebuilds.end(message.work(), 0);
                return new Handled.Done();
            }
            if (!row.get().equals(message.reached())) {
                return message.reached().last() == null
                        ? new Handled.Continue(message.continued(row.get()), Duration.ZERO)
                        : new Handled.Done();
            }
        }
        return rebuild(message, WriteOptions.bulk(deadline));
    }

    /** Of several messages from one position only the one that records its progress is continued: another chain goes on already. */
    private Handled rebuild(Rebuild message, WriteOptions options) {
        Reached from = message.reached();
        UserId user = message.author();
        if (from.last() == null && !writer.reconcile(new Follow(user, user), options)) {
            return new Handled.Requeue(message.next());
        }
        int own = PAGE - Math.toIntExact(from.authors() % PAGE);
        List<UserId> authors = follows.followingAfter(user, from.last(), own);
        Reached reached = reconcile(message, authors, options);
        boolean all = reached.authors() == from.authors() + authors.size();
        if (all && authors.size() < own) {
            return end(message, reached);
        }
        if (reached.equals(from)) {
            return new Handled.Requeue(message.next());
        }
        boolean won = rebuilds.advance(message.work(), from, reached, nextDue(message));
        if (!all) {
            return new Handled.Continue(message.next(reached), Duration.ZERO);
        }
        return won ? new Handled.Continue(message.continued(reached), Duration.ZERO) : new Handled.Done();
    }

    private Instant nextDue(Rebuild message) {
        Duration patient = resends.patience(message.work());
        return clock.instant().plus(patient.compareTo(SILENCE) > 0 ? patient : SILENCE);
    }

    /** Returns how far it came: not past all authors if the time ran out or the store failed for now. */
    private Reached reconcile(Rebuild message, List<UserId> authors, WriteOptions options) {
        Reached reached = message.reached();
        try {
            for (UserId author : authors) {
                if (!options.allowAnotherCall() || !writer.reconcile(new Follow(message.author(), author), options)) {
                    return reached;
                }
                reached = reached.then(author);
            }
        } catch (StorageException e) {
            if (e.isPermanent()) {
                throw e;
            }
        }
        return reached;
    }

    private Handled end(Rebuild message, Reached reached) {
        if (rebuilds.end(message.work(), reached.authors())) {
            metrics.reconciled(message.work());
            LOG.atInfo()
                    .addKeyValue(message.subject(), message.id())
                    .addKeyValue("authors", reached.authors())
                    .log("Home feed rebuilt");
        }
        return new Handled.Done();
    }
}
