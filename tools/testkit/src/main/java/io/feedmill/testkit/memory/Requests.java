package io.feedmill.testkit.memory;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import software.amazon.awssdk.core.SdkField;
import software.amazon.awssdk.core.SdkPojo;
import software.amazon.awssdk.core.util.SdkAutoConstructList;
import software.amazon.awssdk.core.util.SdkAutoConstructMap;

/** The fields of requests that the database in memory obeys. */
final class Requests {
    private static final Set<String> KNOWN = Set.of(
            "AttributeDefinitions",
            "BillingMode",
            "ClientRequestToken",
            "ConditionExpression",
            "ConsistentRead",
            "ExclusiveStartKey",
            "ExpressionAttributeNames",
            "ExpressionAttributeValues",
            "FilterExpression",
            "GlobalSecondaryIndexes",
            "IndexName",
            "Item",
            "Key",
            "KeyConditionExpression",
            "KeySchema",
            "Keys",
            "Limit",
            "LocalSecondaryIndexes",
            "ProjectionExpression",
            "RequestItems",
            "ReturnConsumedCapacity",
            "ReturnValues",
            "ReturnValuesOnConditionCheckFailure",
            "ScanIndexForward",
            "Segment",
            "Select",
            "TableName",
            "TotalSegments",
            "TransactItems",
            "UpdateExpression");

    private static final Map<Class<?>, List<SdkField<?>>> OTHERS = new ConcurrentHashMap<>();

    private Requests() {}

    /** Fails if the request, or a part of one, has another field. */
    static void check(SdkPojo request) {
        for (SdkField<?> field : OTHERS.computeIfAbsent(request.getClass(), type -> others(request))) {
            if (isSet(field.getValueOrDefault(request))) {
                throw Errors.unknown("field of a request: " + field.memberName());
            }
        }
    }

    private static List<SdkField<?>> others(SdkPojo request) {
        return request.sdkFields().stream()
                .filter(field -> !KNOWN.contains(field.memberName()))
                .toList();
    }

    private static boolean isSet(Object value) {
        return value != null && !(value instanceof SdkAutoConstructList) && !(value instanceof SdkAutoConstructMap);
    }
}
