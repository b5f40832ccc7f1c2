package io.feedmill.common.dynamo;

/** On what terms a piece of work may write: until when, and in which lane. */
public record WriteTerms(Deadline deadline, Lane lane) {

    public static WriteTerms express(Deadline deadline) {
        return new WriteTerms(deadline, Lane.EXPRESS);
    }

    public static WriteTerms bulk(Deadline deadline) {
        return new WriteTerms(deadline, Lane.BULK);
    }

    /** Whether another call may be sent. A deadline may move closer: ask again after every wait. */
    public boolean allowAnotherCall() {
        return deadline.hasRoomFor(DynamoClients.CALL_TIMEOUT);
    }
}
