package io.feedmill.common.publish;

import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.feed.FeedRows;
import io.feedmill.common.ledger.LedgerRows;
import io.feedmill.common.place.PlaceRows;
import java.time.Clock;

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

    /** Publishing to DynamoDB. */
    static PublishStore in(
            Dynamo dynamo, FeedRows feeds, LedgerRows ledger, PlaceRows places, int outboxShards, Clock clock) {
        return new DynamoPublishStore(dynamo, feeds, ledger, places, outboxShards, clock);
    }
}
