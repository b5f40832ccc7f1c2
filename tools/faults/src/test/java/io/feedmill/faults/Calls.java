package io.feedmill.faults;

import io.feedmill.faults.protocol.ApiCall;
import io.feedmill.faults.protocol.Body;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Requests as clients send them. */
public final class Calls {
    private Calls() {}

    public static ApiCall dynamoDb(String operation, String body) {
        return call("DynamoDB_20120810." + operation, body);
    }

    public static ApiCall sqs(String operation, String body) {
        return call("AmazonSQS." + operation, body);
    }

    /** A small item that is put into the table {@code homes}. */
    public static ApiCall put(String pk) {
        return dynamoDb("PutItem", "{\"TableName\": \"homes\", \"Item\": {\"pk\": {\"S\": \"" + pk + "\"}}}");
    }

    /** A number of items of one unit each for a table. Each has its own partition key. */
    public static ApiCall batch(String table, int items) {
        return dynamoDb("BatchWriteItem", "{\"RequestItems\": {\"%s\": [%s]}}".formatted(table, puts(items)));
    }

    /** A number of small items of the table {@code homes} in one transaction. */
    public static ApiCall transaction(int items) {
        String puts = IntStream.range(0, items)
                .mapToObj("{\"Put\": {\"TableName\": \"homes\", \"Item\": {\"pk\": {\"S\": \"%d\"}}}}"::formatted)
                .collect(Collectors.joining(","));
        return dynamoDb("TransactWriteItems", "{\"TransactItems\": [" + puts + "]}");
    }

    /** Returns a receive of at most 10 messages from the queue. */
    public static ApiCall receive(String queue) {
        return sqs("ReceiveMessage", "{\"QueueUrl\": \"http://sqs/000/" + queue + "\", \"MaxNumberOfMessages\": 10}");
    }

    /** Entries e0, e1 and so on, for a batch of SQS's. */
    public static ApiCall entries(String operation, int entries) {
        String all = IntStream.range(0, entries)
                .mapToObj(i -> "{\"Id\": \"e%d\", \"ReceiptHandle\": \"r%d\"}".formatted(i, i))
                .collect(Collectors.joining(","));
        return sqs(operation, "{\"QueueUrl\": \"http://sqs/000/q\", \"Entries\": [" + all + "]}");
    }

    private static String puts(int items) {
        return IntStream.range(0, items)
                .mapToObj("{\"PutRequest\": {\"Item\": {\"pk\": {\"S\": \"%d\"}}}}"::formatted)
                .collect(Collectors.joining(","));
    }

    private static ApiCall call(String target, String body) {
        return ApiCall.of(target, Body.of(body.getBytes(StandardCharsets.UTF_8)));
    }
}
