package io.feedmill.bench.servers;

import io.feedmill.faults.protocol.ApiCall;
import io.feedmill.faults.protocol.Body;
import java.util.Optional;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A Query for an author's generated followers, as Feedmill's store sends it: all of them or a range, ascending.
 *
 * @param count the author's followers
 */
record FollowerQuery(JsonNode json, int count) {
    private static final String FOLLOWERS = "followers:";

    /** The time of every follow: nanoseconds since 1970. */
    private static final String SINCE = "1700000000000000000";

    /** DynamoDB returns up to 1 MB; a row has up to 64 bytes. */
    private static final int MAX_ROWS = 16_384;

    /** Returns an empty optional for any other call. */
    static Optional<FollowerQuery> of(ApiCall call, String table) {
        if (!call.operation().equals("Query")
                || !call.json().path("TableName").asString("").equals(table)) {
            return Optional.empty();
        }
        String partition = value(call.json(), ":pk").orElse("");
        return Optional.of(partition)
                .filter(each -> each.startsWith(FOLLOWERS))
                .map(each -> Followers.count(each.substring(FOLLOWERS.length())))
                .filter(count -> count.isPresent())
                .map(count -> new FollowerQuery(call.json(), count.getAsInt()));
    }

    /** Returns the body of the response: a key to continue with also if the limit ends with the last row, as in DynamoDB. */
    ObjectNode response() {
        int from = Math.max(
                value(json, ":first").map(Followers::number).orElse(0),
                startKey().map(after -> Followers.number(after) + 1).orElse(0));
        int last =
                Math.min(count - 1, value(json, ":last").map(Followers::number).orElse(count - 1));
        int limit = Math.min(MAX_ROWS, json.path("Limit").asInt(MAX_ROWS));
        int rows = Math.clamp(last - from + 1L, 0, limit);
        ObjectNode response = Body.newObject().put("Count", rows).put("ScannedCount", rows);
        ArrayNode items = response.putArray("Items");
        IntStream.range(from, from + rows).forEach(number -> row(items.addObject(), Followers.name(number)));
        if (rows == limit) {
            key(response.putObject("LastEvaluatedKey"), Followers.name(from + rows - 1));
        }
        return response;
    }

    private Optional<String> startKey() {
        return Optional.ofNullable(
                json.path("ExclusiveStartKey").path("sk").path("S").asString(null));
    }

    private void row(ObjectNode row, String user) {
        if (json.has("ProjectionExpression")) {
            row.putObject("sk").put("S", user);
        } else {
            key(row, user);
            row.putObject("since").put("N", SINCE);
        }
    }

    private void key(ObjectNode key, String user) {
        key.putObject("pk").put("S", value(json, ":pk").orElse(""));
        key.putObject("sk").put("S", user);
    }

    private static Optional<String> value(JsonNode json, String placeholder) {
        return Optional.ofNullable(json.path("ExpressionAttributeValues")
                .path(placeholder)
                .path("S")
                .asString(null));
    }
}
