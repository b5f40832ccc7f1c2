package io.feedmill.worker.upkeep;

import io.feedmill.common.dynamo.BatchWriter.WriteOptions;
import io.feedmill.common.follow.FollowStore;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.follow.RebuildStore;
import io.feedmill.common.follow.RebuildStore.LastRebuild;
import io.feedmill.common.key.UserId;
import io.feedmill.common.outbox.PairChange;
import io.feedmill.common.outbox.PairChange.Reached;
import io.feedmill.common.queue.PairMessage.Rebuild;
import io.feedmill.common.queue.Queue;
import io.feedmill.common.storage.Deadline;
import io.feedmill.common.storage.StorageException;
import io.feedmill.worker.metrics.UpkeepMetrics;
import io.feedmill.worker.work.Handled;
import io.feedmill.worker.work.Receipt;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Rebuilds a home feed: reconciles it with its owner's own posts, then with each author whom the owner follows, in the order of their ids. */
@Component
public final class RebuildHandler {
    /** Maximum of authors of a message. */
    private static final int PAGE = 25;

    private static final Logger LOG = LoggerFactory.getLogger(RebuildHandler.class);

    /** A handler that records no progress for this long has died: its own message comes back, too. */
    private static final Duration SILENCE = Queue.UPKEEP.visibility();

    private final PairWriter writer;
    private final FollowStore follows;
    private final RebuildStore rebuilds;
    private final UpkeepMetrics metrics;
    private final Clock clock;

    public RebuildHandler(
            PairWriter writer, FollowStore follows, RebuildStore rebuilds, UpkeepMetrics metrics, Clock clock) {
        this.writer = writer;
        this.follows = follows;
        this.rebuilds = rebuilds;
        this.metrics = metrics;
        this.clock = clock;
    }

    /**
     * Handles up to {@link #PAGE} authors, and leaves the others to the next message: so what a dying handler leaves is mended soon after its own
     * message comes back.
     */
    public Handled handle(Rebuild message, Receipt receipt, Deadline deadline) {
        Optional<Reached> begin = begin(message, receipt);
        if (begin.isEmpty()) {
            rebuilds.end(message.pair(), 0);
            return new Handled.Done();
        }
        Reached from = begin.get();
        if (!from.equals(message.reached())) {
            return goOn(message, from);
        }
        WriteOptions terms = WriteOptions.bulk(deadline);
        UserId user = message.author();
        if (from.last() == null && !writer.reconcile(new Follow(user, user), terms)) {
            return new Handled.Requeue(message.next());
        }
        List<UserId> authors = follows.followingAfter(user, from.last(), PAGE);
        Reached reached = reconcile(message, authors, terms);
        if (authors.size() < PAGE && reached.authors() == from.authors() + authors.size()) {
            return end(message, reached);
        }
        if (reached.equals(from)) {
            return new Handled.Requeue(message.next());
        }
        rebuilds.advance(message.pair(), reached, clock.instant().plus(SILENCE));
        return goOn(message, reached);
    }

    /**
     * Returns where to begin. A new message goes by the row of the rebuild: a resend does not start over, and is nothing to a complete rebuild. Any
     * other one goes by what it says, also if the rebuild is complete: its earlier handler may have died in the midst of a write.
     */
    private Optional<Reached> begin(Rebuild message, Receipt receipt) {
        return receipt.isRepeated(message) || message.reached().last() != null
                ? Optional.of(message.reached())
                : rebuilds.find(message.author())
                        .filter(last -> last.isOpen(message.pair()))
                        .map(LastRebuild::reached);
    }

    /** Returns how far it came: not past all authors if the time ran out or the store failed for now. */
    private Reached reconcile(Rebuild message, List<UserId> authors, WriteOptions terms) {
        Reached reached = message.reached();
        try {
            for (UserId author : authors) {
                if (!terms.allowAnotherCall() || !writer.reconcile(new Follow(message.author(), author), terms)) {
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

    private static Handled goOn(Rebuild message, Reached reached) {
        return new Handled.Continue(message.goOn(reached), Duration.ZERO);
    }

    private Handled end(Rebuild message, Reached reached) {
        rebuilds.end(message.pair(), reached.authors());
        metrics.reconciled(PairChange.Kind.REBUILD);
        LOG.atInfo()
                .addKeyValue("pair", message.pair())
                .addKeyValue("authors", reached.authors())
                .log("Home feed rebuilt");
        return new Handled.Done();
    }
}
