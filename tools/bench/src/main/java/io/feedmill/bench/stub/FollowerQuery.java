package io.feedmill.bench.stub;

import io.feedmill.faults.protocol.ApiCall;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A Query for followers of one author, as {@code PartitionQuery} sends it: the whole of them, or those between two. */
record FollowerQuery(JsonNode json) {
    private static final String FOLLOWERS = "followers:";
    private static final List<String> CONDITIONS = List.of("pk = :pk", "pk = :pk AND sk BETWEEN :first AND :last");

    /** Empty where the call is anything else. Throws an {@link IllegalArgumentException} where it asks for followers in another way. */
    static Optional<FollowerQuery> of(ApiCall call, String table) {
        if (!call.operation().equals("Query")
                || !call.json().path("TableName").asString("").equals(table)) {
            return Optional.empty();
        }
        FollowerQuery query = new FollowerQuery(call.json());
        if (!query.partition().startsWith(FOLLOWERS)) {
            return Optional.empty();
        }
        if (!CONDITIONS.contains(query.json.path("KeyConditionExpression").asString(""))) {
            throw new IllegalArgumentException("not a query for followers as Feedmill sends it: " + call.json());
        }
        return Optional.of(query);
    }

    String table() {
        return json.path("TableName").asString("");
    }

    String partition() {
        String partition = value(":pk");
        return partition == null ? "" : partition;
    }

    String author() {
        return partition().substring(FOLLOWERS.length());
    }

    /** The lowest follower, inclusive; null together with {@link #last()}: all of them. */
    @Nullable String first() {
        return value(":first");
    }

    /** The highest follower, inclusive. */
    @Nullable String last() {
        return value(":last");
    }

    /** Go on behind this follower, in the query's order; null: from the beginning. */
    @Nullable String after() {
        return json.path("ExclusiveStartKey").path("sk").path("S").asString(null);
    }

    /** So many rows at most; 0: no limit. */
    int limit() {
        return json.path("Limit").asInt(0);
    }

    boolean ascending() {
        return json.path("ScanIndexForward").asBoolean(true);
    }

    boolean consistent() {
        return json.path("ConsistentRead").asBoolean(false);
    }

    /** Whether the answer says what it cost. */
    boolean metered() {
        return json.path("ReturnConsumedCapacity").asString("NONE").equals("TOTAL");
    }

    /** The attributes that are asked for; all where there are none. */
    Set<String> attributes() {
        JsonNode names = json.path("ExpressionAttributeNames");
        return Arrays.stream(json.path("ProjectionExpression").asString("").split(","))
                .map(String::strip)
                .filter(name -> !name.isEmpty())
                .map(name -> names.path(name).asString(name))
                .collect(Collectors.toUnmodifiableSet());
    }

    private @Nullable String value(String placeholder) {
        return json.path("ExpressionAttributeValues")
                .path(placeholder)
                .path("S")
                .asString(null);
    }
}
