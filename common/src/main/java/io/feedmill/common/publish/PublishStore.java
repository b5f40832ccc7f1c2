package io.feedmill.common.publish;

/** Publishes posts. Thread-safe. */
public interface PublishStore {

    /**
     * Writes the post, the author's two feed items, the ledger entry, the fan-out job, its outbox row, and where the post has a place the row of
     * that, in one transaction. A request whose
     * idempotency key was answered within the last 24 hours writes nothing.
     */
    PublishResult publish(PublishRequest request);

    /**
     * As {@link #publish}, and accepts the announcement of the post in the same transaction. A replay is that of an announcement only where there
     * is one: both take the author's idempotency keys.
     */
    PublishResult announce(PublishRequest request);
}
