package io.feedmill.bench.stub;

import io.feedmill.faults.protocol.ApiCall;
import io.feedmill.faults.protocol.Json;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A Query for an author's followers as Feedmill's store sends it: all of them or a range, ascending. */
record FollowerQuery(JsonNode json) {
    private static final String FOLLOWERS = "followers:";
    private static final List<String> CONDITIONS = List.of("pk = :pk", "pk = :pk AND sk BETWEEN :first AND :last");

    /** The time of every follow: nanoseconds since 1970. */
    private static final String SINCE = "1700000000000000000";

    private static final int ROW_BYTES = "pksksince".length() + SINCE.length() / 2 + 2;
    private static final int MAX_BYTES = 1024 * 1024;
    private static final int READ_UNIT = 4 * 1024;

    /**
     * Found followers, as many as the limit and 1 MB allow.
     *
     * @param more whether there is a key to go on with: as in DynamoDB, also if the limit ends with the last row
     */
    record Page(List<String> users, int bytes, boolean more) {}

    /** Returns an empty optional for any other call. Throws an {@link IllegalArgumentException} for an unknown form of the query. */
    static Optional<FollowerQuery> of(ApiCall call, String table) {
        if (!call.operation().equals("Query")
                || !call.json().path("TableName").asString("").equals(table)) {
            return Optional.empty();
        }
        FollowerQuery query = new FollowerQuery(call.json());
        if (!query.partition().startsWith(FOLLOWERS)) {
            return Optional.empty();
        }
        String condition = query.json.path("KeyConditionExpression").asString("");
        if (!CONDITIONS.contains(condition)
                || !query.json.path("ScanIndexForward").asBoolean(true)) {
            throw new IllegalArgumentException("Unsupported query for followers: " + call.json());
        }
        return Optional.of(query);
    }

    String author() {
        return partition().substring(FOLLOWERS.length());
    }

    /** Finds its page among all followers of the author, which are ascending. */
    Page page(List<String> followers) {
        List<String> found = followers.subList(from(followers), to(followers));
        int row = ROW_BYTES
                + partition().length()
                + (found.isEmpty() ? 0 : found.getFirst().length());
        int limit = json.path("Limit").asInt(Integer.MAX_VALUE);
        int size = Math.min(found.size(), Math.min(limit, MAX_BYTES / row));
        return new Page(found.subList(0, size), size * row, size < found.size() || size == limit);
    }

    private int from(List<String> followers) {
        String first = value(":first");
        String after = json.path("ExclusiveStartKey").path("sk").path("S").asString(null);
        int from = first == null ? 0 : notBelow(followers, first);
        return after == null ? from : Math.max(from, above(followers, after));
    }

    private int to(List<String> followers) {
        String last = value(":last");
        return Math.max(from(followers), last == null ? followers.size() : above(followers, last));
    }

    private static int notBelow(List<String> followers, String user) {
        int found = Collections.binarySearch(followers, user);
        return found < 0 ? -found - 1 : found;
    }

    private static int above(List<String> followers, String user) {
        int found = Collections.binarySearch(followers, user);
        return found < 0 ? -found - 1 : found + 1;
    }

    /** Returns the body of the response. */
    ObjectNode response(Page page) {
        ObjectNode response = Json.object();
        response.put("Count", page.users().size())
                .put("ScannedCount", page.users().size());
        ArrayNode items = response.putArray("Items");
        boolean sortKeys = json.path("ProjectionExpression").asString("").equals("sk");
        page.users().forEach(user -> row(items.addObject(), user, sortKeys));
        if (page.more() && !page.users().isEmpty()) {
            key(response.putObject("LastEvaluatedKey"), page.users().getLast());
        }
        if (json.path("ReturnConsumedCapacity").asString("NONE").equals("TOTAL")) {
            response.putObject("ConsumedCapacity")
                    .put("TableName", json.path("TableName").asString(""))
                    .put("CapacityUnits", units(page));
        }
        return response;
    }

    private void row(ObjectNode row, String user, boolean sortKeys) {
        if (sortKeys) {
            row.putObject("sk").put("S", user);
        } else {
            key(row, user);
            row.putObject("since").put("N", SINCE);
        }
    }

    private void key(ObjectNode key, String user) {
        key.putObject("pk").put("S", partition());
        key.putObject("sk").put("S", user);
    }

    private double units(Page page) {
        double consistent = Math.max(1, Math.ceilDiv(page.bytes(), READ_UNIT));
        return json.path("ConsistentRead").asBoolean(false) ? consistent : consistent / 2;
    }

    private String partition() {
        return Optional.ofNullable(value(":pk")).orElse("");
    }

    private @Nullable String value(String placeholder) {
        return json.path("ExpressionAttributeValues")
                .path(placeholder)
                .path("S")
                .asString(null);
    }
}
