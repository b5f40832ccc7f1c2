package io.feedmill.common.publish;

/** Publishes posts. Thread-safe. */
public interface PublishStore {

    /**
     * Writes the post, the author's two feed items, the ledger entry, the fan-out job and its outbox row in one transaction. A request whose
     * idempotency key was answered within the last 24 hours writes nothing.
     */
    PublishResult publish(PublishRequest request);
}
