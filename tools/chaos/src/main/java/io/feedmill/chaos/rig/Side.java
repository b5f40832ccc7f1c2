package io.feedmill.chaos.rig;

import io.feedmill.emulators.EmulatorProcesses;
import java.net.URI;

/** Where a proxy stands. */
public enum Side {
    /** Between every process and DynamoDB. */
    STORE("store"),
    /** Between the workers and SQS. */
    WORKER_QUEUES("workers' queues"),
    /** Between the API and SQS. */
    API_QUEUES("API's queues");

    private final String text;

    Side(String text) {
        this.text = text;
    }

    public String text() {
        return text;
    }

    URI target(EmulatorProcesses servers) {
        return switch (this) {
            case STORE -> servers.dynamoDb().endpoint();
            case WORKER_QUEUES, API_QUEUES -> servers.queues().endpoint();
        };
    }
}
