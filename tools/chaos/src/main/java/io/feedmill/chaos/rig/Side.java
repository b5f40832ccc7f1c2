package io.feedmill.chaos.rig;

/** A connection with a fault proxy of its own. */
public enum Side {
    /** From every process to DynamoDB. */
    STORE("store"),
    /** From the workers to SQS. */
    WORKER_QUEUES("workers' queues"),
    /** From the API to SQS. */
    API_QUEUES("API's queues");

    private final String text;

    Side(String text) {
        this.text = text;
    }

    public String text() {
        return text;
    }
}
