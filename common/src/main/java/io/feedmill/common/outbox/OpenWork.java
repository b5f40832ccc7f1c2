package io.feedmill.common.outbox;

import io.feedmill.common.key.Digits;
import io.feedmill.common.key.Ticks;
import io.feedmill.common.key.UserId;
import io.feedmill.common.queue.QueueMessage;
import java.time.Instant;
import java.util.Optional;

/**
 * Work of a kind, such as {@code job}, that a worker has to finish: it is open as long as its outbox row exists in this shard. No other work of the
 * shard has the same tick, when it was accepted, and id. The author is the one, or the user, whom it is for.
 */
public record OpenWork(String kind, int shard, long tick, String id, UserId author) {
    private static final int DIGITS = 19;

    public OpenWork {
        if (kind.isEmpty() || id.isEmpty()) {
            throw new IllegalArgumentException("kind and id are not empty");
        }
    }

    public Instant acceptedAt() {
        return Ticks.toInstant(tick);
    }

    /** Its place in the shard: by tick. */
    public String sortKey() {
        return sortKey(tick) + "." + id;
    }

    /** Sorts before all work of this tick, and after all earlier work. */
    static String sortKey(long tick) {
        return Digits.encode(tick, DIGITS);
    }

    /** Returns when the work of this sort key was accepted, also of a row that cannot be read; empty if the key does not begin with a tick. */
    public static Optional<Instant> acceptedAt(String sortKey) {
        try {
            String tick = sortKey.substring(0, Math.min(DIGITS, sortKey.length()));
            return Optional.of(Ticks.toInstant(Digits.decode(tick, DIGITS)));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** The inverse of {@link #sortKey()}. */
    static OpenWork of(String kind, int shard, String sortKey, UserId author) {
        if (sortKey.length() < DIGITS + 2 || sortKey.charAt(DIGITS) != '.') {
            throw new IllegalArgumentException("Not the sort key of work");
        }
        long tick = Digits.decode(sortKey.substring(0, DIGITS), DIGITS);
        return new OpenWork(kind, shard, tick, sortKey.substring(DIGITS + 1), author);
    }

    /** The id in logs. */
    @Override
    public String toString() {
        return kind + " " + id;
    }

    /** Work whose outbox row joins a transaction, and its first message, to send after the commit: without it, the work waits for the relay. */
    public record NewWork(OpenWork work, QueueMessage message) {}
}
