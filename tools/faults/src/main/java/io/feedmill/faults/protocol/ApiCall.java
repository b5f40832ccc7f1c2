package io.feedmill.faults.protocol;

import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** One request to DynamoDB, SQS or another service. Its body is parsed on first use. Not thread-safe. */
public final class ApiCall {
    private static final String DYNAMO_DB = "DynamoDB_20120810.";
    private static final String SQS = "AmazonSQS.";

    /** The service that a request is for. */
    public enum Service {
        DYNAMO_DB,
        SQS,
        /** Any other: requests pass through, except for the faults of any request. */
        OTHER
    }

    private final Service service;
    private final String operation;
    private final Body body;
    private @Nullable ObjectNode json;

    private ApiCall(Service service, String operation, Body body) {
        this.service = service;
        this.operation = operation;
        this.body = body;
    }

    /** The call that the header {@code X-Amz-Target} names. */
    public static ApiCall of(@Nullable String target, Body body) {
        if (target != null && target.startsWith(DYNAMO_DB)) {
            return new ApiCall(Service.DYNAMO_DB, target.substring(DYNAMO_DB.length()), body);
        }
        if (target != null && target.startsWith(SQS)) {
            return new ApiCall(Service.SQS, target.substring(SQS.length()), body);
        }
        return new ApiCall(Service.OTHER, "other", body);
    }

    public Service service() {
        return service;
    }

    /** For instance {@code BatchWriteItem}; {@code other} for other services. */
    public String operation() {
        return operation;
    }

    public Body body() {
        return body;
    }

    /** The body; an empty object if it is no JSON object. */
    public ObjectNode json() {
        if (json == null) {
            json = body.json();
        }
        return json;
    }

    /** The names of the tables that the request is for. */
    public Set<String> tables() {
        Set<String> tables = new LinkedHashSet<>();
        if (service == Service.DYNAMO_DB) {
            tables.addAll(json().path("RequestItems").propertyNames());
            transactItems().forEach(item -> tables.add(tableOf(item)));
            tables.add(json().path("TableName").asString(""));
            tables.remove("");
        }
        return tables;
    }

    /** The name of the queue that the request is for. */
    public Optional<String> queue() {
        String url = service == Service.SQS ? json().path("QueueUrl").asString("") : "";
        return url.isEmpty() ? Optional.empty() : Optional.of(url.substring(url.lastIndexOf('/') + 1));
    }

    /** Returns the permissions that the request needs. */
    public Set<Permission> permissions() {
        return switch (service) {
            case DYNAMO_DB -> Permission.ofTables(this);
            case SQS -> Set.of(Permission.ofQueue(this));
            case OTHER -> Set.of();
        };
    }

    /** Returns the number of messages or receipts in the request: the entries of a batch, else 1. */
    public int entries() {
        return operation.endsWith("Batch") ? json().path("Entries").size() : 1;
    }

    /** The number of a transaction's parts; 1 for any other request. */
    public int parts() {
        return Math.max(1, transactItems().size());
    }

    /** The parts of a transaction, none of any other request. */
    JsonNode transactItems() {
        return json().path("TransactItems");
    }

    /** The table of a transaction's part, for instance of {@code {"Put": {"TableName": …}}}. */
    static String tableOf(JsonNode transactItem) {
        return transactItem
                .valueStream()
                .map(action -> action.path("TableName").asString(""))
                .findFirst()
                .orElse("");
    }
}
