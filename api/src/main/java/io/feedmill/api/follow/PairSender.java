package io.feedmill.api.follow;

import io.feedmill.api.metrics.ApiMetrics;
import io.feedmill.common.follow.PairMessage;
import io.feedmill.common.follow.UnfollowSettings;
import io.feedmill.common.outbox.PairChange;
import io.feedmill.common.queue.QueueSender;
import io.feedmill.common.storage.StorageException;
import io.feedmill.common.storage.StorageException.Kind;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.springframework.stereotype.Component;

/** Sends the messages of changes that are stored: of follows and of rebuilds. */
@Component
public final class PairSender {
    private static final Logger LOG = LoggerFactory.getLogger(PairSender.class);

    private final QueueSender queue;
    private final UnfollowSettings settings;
    private final ApiMetrics metrics;

    public PairSender(QueueSender queue, UnfollowSettings settings, ApiMetrics metrics) {
        this.queue = queue;
        this.settings = settings;
        this.metrics = metrics;
    }

    /** A failure is not the client's: the outbox row is stored, and the relay sends the message. */
    public void send(PairChange change) {
        try {
            queue.send(PairMessage.of(change), delay(change.kind()));
        } catch (RuntimeException e) {
            metrics.reconcileUnsent();
            LOG.atLevel(breakerLogged(e) ? Level.DEBUG : Level.WARN)
                    .addKeyValue("pair", change)
                    .setCause(e)
                    .log("Change of a home feed not sent, left to the relay");
        }
    }

    private Duration delay(PairChange.Kind kind) {
        return switch (kind) {
            case FOLLOW, REBUILD -> Duration.ZERO;
            case UNFOLLOW -> settings.grace();
        };
    }

    /** A breaker logs why it opens: not a line for each message that it rejects. */
    private static boolean breakerLogged(RuntimeException failure) {
        return failure instanceof StorageException e && (e.kind() == Kind.REJECTED || e.kind() == Kind.FORBIDDEN);
    }
}
