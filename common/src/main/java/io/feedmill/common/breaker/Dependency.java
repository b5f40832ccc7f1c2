package io.feedmill.common.breaker;

/** A service that Feedmill's processes depend on. */
public enum Dependency {
    /** DynamoDB. */
    STORE("store"),
    /** SQS. */
    QUEUE("queue");

    private final String label;

    Dependency(String label) {
        this.label = label;
    }

    /** Returns the name in metrics, health and logs. */
    public String label() {
        return label;
    }
}
