package io.feedmill.api.follow;

import io.feedmill.api.ApiMetrics;
import io.feedmill.common.follow.FollowStore;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.follow.FollowStore.FollowResult;
import io.feedmill.common.follow.ReaderStore;
import io.feedmill.common.follow.ReaderStore.BlockResult;
import io.feedmill.common.follow.UnfollowSettings;
import io.feedmill.common.key.UserId;
import io.feedmill.common.outbox.PairChange;
import io.feedmill.common.queue.QueueMessage.Reconcile;
import io.feedmill.common.queue.QueueSender;
import io.feedmill.common.storage.StorageException;
import io.feedmill.common.storage.StorageException.Kind;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.springframework.stereotype.Service;

/** Begins and ends follows, then has the workers reconcile the home feeds. */
@Service
final class FollowChanges {
    private static final Logger LOG = LoggerFactory.getLogger(FollowChanges.class);

    private final FollowStore follows;
    private final ReaderStore readers;
    private final QueueSender queue;
    private final UnfollowSettings settings;
    private final ApiMetrics metrics;

    FollowChanges(
            FollowStore follows,
            ReaderStore readers,
            QueueSender queue,
            UnfollowSettings settings,
            ApiMetrics metrics) {
        this.follows = follows;
        this.readers = readers;
        this.queue = queue;
        this.settings = settings;
        this.metrics = metrics;
    }

    /** Begins a follow. Returns false if one of the two blocks the other. */
    boolean follow(Follow follow) {
        return switch (follows.follow(follow)) {
            case FollowResult.Followed followed -> {
                send(followed.change());
                yield true;
            }
            case FollowResult.Unchanged unchanged -> true;
            case FollowResult.Blocked blocked -> false;
        };
    }

    void unfollow(Follow follow) {
        follows.unfollow(follow).ifPresent(this::send);
    }

    /** Blocks the other user and ends the follows between the two. Returns false if the user blocks too many already. */
    boolean block(UserId user, UserId other) {
        return switch (readers.block(user, other)) {
            case BlockResult.Blocked blocked -> {
                blocked.ended().forEach(this::send);
                yield true;
            }
            case BlockResult.Full full -> false;
        };
    }

    /** A failure is not the client's: the outbox row is stored, and the relay sends the message. */
    private void send(PairChange change) {
        try {
            queue.send(Reconcile.of(change), delay(change.kind()));
        } catch (RuntimeException e) {
            metrics.reconcileUnsent();
            LOG.atLevel(breakerLogged(e) ? Level.DEBUG : Level.WARN)
                    .addKeyValue("pair", change)
                    .setCause(e)
                    .log("Change of a follow not sent, left to the relay");
        }
    }

    private Duration delay(PairChange.Kind kind) {
        return switch (kind) {
            case FOLLOW -> Duration.ZERO;
            case UNFOLLOW -> settings.grace();
        };
    }

    /** A breaker logs why it opens: not a line for each message that it rejects. */
    private static boolean breakerLogged(RuntimeException failure) {
        return failure instanceof StorageException e && (e.kind() == Kind.REJECTED || e.kind() == Kind.FORBIDDEN);
    }
}
