package io.feedmill.worker.health;

/** What a worker cannot work without. */
public enum Dependency {
    /** DynamoDB. */
    STORE("store"),
    /** SQS. */
    QUEUE("queue");

    private final String label;

    Dependency(String label) {
        this.label = label;
    }

    /** As metrics, health and logs show it. */
    public String label() {
        return label;
    }
}
