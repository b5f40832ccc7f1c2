package io.feedmill.common.dynamo;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/**
 * A conditional update of one item, alone or as a part of a transaction.
 *
 * @param names placeholders for reserved words
 */
public record Update(
        Table table,
        Map<String, AttributeValue> key,
        String expression,
        String condition,
        Map<String, String> names,
        Map<String, AttributeValue> values) {

    /** The same with further values, which the condition names. */
    public Update with(Attributes further) {
        Map<String, AttributeValue> all = new HashMap<>(values);
        all.putAll(further.map());
        return new Update(table, key, expression, condition, names, all);
    }

    UpdateItemRequest request(TableSchema tables) {
        return UpdateItemRequest.builder()
                .tableName(tables.name(table))
                .key(key)
                .updateExpression(expression)
                .conditionExpression(condition)
                .expressionAttributeNames(namesOrNull())
                .expressionAttributeValues(valuesOrNull())
                .returnValues(ReturnValue.ALL_NEW)
                .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD)
                .build();
    }

    /** The same as a part of a transaction. */
    public TransactWriteItem inTransaction(TableSchema tables) {
        return TransactWriteItem.builder()
                .update(u -> u.tableName(tables.name(table))
                        .key(key)
                        .updateExpression(expression)
                        .conditionExpression(condition)
                        .expressionAttributeNames(namesOrNull())
                        .expressionAttributeValues(valuesOrNull())
                        .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD))
                .build();
    }

    /** DynamoDB refuses an empty map. */
    private @Nullable Map<String, String> namesOrNull() {
        return names.isEmpty() ? null : names;
    }

    private @Nullable Map<String, AttributeValue> valuesOrNull() {
        return values.isEmpty() ? null : values;
    }

    /** The outcome of a conditional update. */
    public sealed interface UpdateResult {

        /** The item after the call, by any writer; without attributes if absent. */
        default Row latest() {
            return switch (this) {
                case Updated updated -> updated.row();
                case ConditionFailed lost -> lost.current();
                case Unclear unclear -> unclear.current();
            };
        }

        /** The item after the update. */
        record Updated(Row row) implements UpdateResult {}

        /** The condition did not hold. The current item, without attributes if absent. */
        record ConditionFailed(Row current) implements UpdateResult {}

        /**
         * The condition did not hold, but an earlier attempt of this call got no answer: it may have changed the item.
         *
         * @param current the current item, without attributes if absent
         */
        record Unclear(Row current) implements UpdateResult {}
    }
}
