package io.feedmill.common.dynamo;

import io.feedmill.common.storage.Deadline;
import io.feedmill.common.storage.Lane;

/** On what terms a piece of work may write: until when, and in which lane. */
public record WriteOptions(Deadline deadline, Lane lane) {

    public static WriteOptions express(Deadline deadline) {
        return new WriteOptions(deadline, Lane.EXPRESS);
    }

    public static WriteOptions bulk(Deadline deadline) {
        return new WriteOptions(deadline, Lane.BULK);
    }

    /** Whether another call may be sent. A deadline may move closer: ask again after every wait. */
    public boolean allowAnotherCall() {
        return deadline.hasRoomFor(DynamoClients.CALL_TIMEOUT);
    }
}
