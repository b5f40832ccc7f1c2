package io.feedmill.common.queue;

import io.feedmill.common.key.UserId;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Work for a worker. Constructors throw an {@link IllegalArgumentException} that names the invalid component and quotes nothing of it: it becomes
 * the detail of a dead-letter message.
 */
public interface QueueMessage {

    MessageType<?> type();

    /** The log key of what the work is about, such as {@code job}. */
    String subject();

    Object id();

    /** The version of its form: 1, or more if it has what older workers must not ignore. */
    default int version() {
        return 1;
    }

    /** Writes the fields of its own. */
    void write(ObjectNode json);

    /** How far the work is: all up to here is done; null: nothing yet. {@link MessageFields#after} is the inverse. */
    default @Nullable String after() {
        return null;
    }

    /** The author of the post: the message group, so that one author's backlog does not delay the others. */
    UserId author();

    SendHistory history();

    QueueMessage with(SendHistory history);

    default int attempt() {
        return history().attempt();
    }

    /** The same work as a new message, one attempt later. */
    default QueueMessage next() {
        return with(history().next());
    }

    /** The same message, with the time at which its first attempt was sent: this time, unless it is known. */
    default QueueMessage withFirstSentAt(Instant sentAt) {
        return history().firstSentAt() == null
                ? with(new SendHistory(attempt(), sentAt, history().rechecks()))
                : this;
    }

    /** The same work once more, for the time when no handler of this message lives any more. A handler that receives a message again, or met a write without an answer, sends it. */
    default QueueMessage recheck() {
        return with(history().recheck());
    }

    /** Whether a recheck is sent if the message is received again, or a write of its handler got no answer. */
    default boolean mayBeRechecked() {
        return history().rechecks() < SendHistory.MAX_RECHECKS;
    }

    /**
     * How work was sent: how often it was requeued without progress, by which its delay grows; when the first attempt was sent, null on that one; and 1
     * for a recheck, 2 for the recheck of a recheck.
     */
    record SendHistory(int attempt, @Nullable Instant firstSentAt, int rechecks) {
        public static final SendHistory FIRST = ofAttempt(0);

        /** A message that fails whenever it is received must not multiply. */
        static final int MAX_RECHECKS = 2;

        /** A later attempt without more. */
        public static SendHistory ofAttempt(int attempt) {
            return new SendHistory(attempt, null, 0);
        }

        public SendHistory next() {
            return next(0, 1);
        }

        /** The next attempt after one that settled this number of those who were left. It is the first one again after half of them. */
        public SendHistory next(long settled, long left) {
            int later = settled == 0 ? attempt + 1 : 2 * settled >= left ? 1 : Math.max(1, attempt);
            return new SendHistory(later, firstSentAt, rechecks);
        }

        /** Work of its own, which waits no longer than a first attempt if it fails. */
        public SendHistory recheck() {
            return new SendHistory(1, firstSentAt, rechecks + 1);
        }

        public boolean isRecheck() {
            return rechecks > 0;
        }

        /** Of the message that continues the work. */
        public SendHistory continued() {
            return new SendHistory(0, null, rechecks);
        }
    }

    /** Throws an {@link IllegalArgumentException} unless the users ascend. */
    static void requireAscending(String name, List<UserId> users) {
        for (int i = 1; i < users.size(); i++) {
            if (users.get(i - 1).compareTo(users.get(i)) >= 0) {
                throw new IllegalArgumentException(name + " do not ascend");
            }
        }
    }
}
