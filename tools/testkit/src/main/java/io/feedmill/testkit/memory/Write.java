package io.feedmill.testkit.memory;

import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkPojo;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionCheck;
import software.amazon.awssdk.services.dynamodb.model.Delete;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.Update;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/**
 * A write of one item, alone or with others.
 *
 * @param kind its name in a transaction
 * @param bytes what it adds to the size of a transaction
 * @param change makes the new item of the old one, each null if absent
 */
record Write(
        Kind kind,
        MemoryTable table,
        Map<String, AttributeValue> key,
        int bytes,
        Condition condition,
        Function<@Nullable Map<String, AttributeValue>, @Nullable Map<String, AttributeValue>> change) {

    enum Kind {
        PUT,
        UPDATE,
        DELETE,
        CHECK
    }

    /** @param tellsItem whether a failure has the item */
    record Condition(Predicate<Map<String, AttributeValue>> predicate, boolean tellsItem) {
        static final Condition NONE = new Condition(item -> true, false);

        static Condition of(
                Predicate<Map<String, AttributeValue>> predicate, @Nullable ReturnValuesOnConditionCheckFailure told) {
            return new Condition(predicate, told == ReturnValuesOnConditionCheckFailure.ALL_OLD);
        }
    }

    static Write of(Function<String, MemoryTable> tables, PutItemRequest request) {
        return put(
                tables.apply(request.tableName()),
                request.item(),
                condition(request, request.conditionExpression(), request.returnValuesOnConditionCheckFailure()));
    }

    static Write of(Function<String, MemoryTable> tables, DeleteItemRequest request) {
        return delete(
                tables.apply(request.tableName()),
                request.key(),
                condition(request, request.conditionExpression(), request.returnValuesOnConditionCheckFailure()));
    }

    static Write of(Function<String, MemoryTable> tables, UpdateItemRequest request) {
        Expressions expressions = new Expressions(request);
        return update(
                tables.apply(request.tableName()),
                request.key(),
                expressions,
                request.updateExpression(),
                request.conditionExpression(),
                request.returnValuesOnConditionCheckFailure());
    }

    /** A part of a transaction. */
    static Write of(Function<String, MemoryTable> tables, TransactWriteItem part) {
        if (part.put() != null) {
            Put put = part.put();
            Requests.check(put);
            return put(
                    tables.apply(put.tableName()),
                    put.item(),
                    condition(put, put.conditionExpression(), put.returnValuesOnConditionCheckFailure()));
        }
        if (part.delete() != null) {
            Delete delete = part.delete();
            Requests.check(delete);
            return delete(
                    tables.apply(delete.tableName()),
                    delete.key(),
                    condition(delete, delete.conditionExpression(), delete.returnValuesOnConditionCheckFailure()));
        }
        if (part.update() != null) {
            Update update = part.update();
            Requests.check(update);
            return update(
                    tables.apply(update.tableName()),
                    update.key(),
                    new Expressions(update),
                    update.updateExpression(),
                    update.conditionExpression(),
                    update.returnValuesOnConditionCheckFailure());
        }
        ConditionCheck check = part.conditionCheck();
        Requests.check(check);
        return ofKey(
                Kind.CHECK,
                tables.apply(check.tableName()),
                check.key(),
                condition(check, check.conditionExpression(), check.returnValuesOnConditionCheckFailure()),
                old -> old);
    }

    private static Condition condition(
            SdkPojo request, @Nullable String text, @Nullable ReturnValuesOnConditionCheckFailure told) {
        Expressions expressions = new Expressions(request);
        Condition condition = Condition.of(expressions.condition(text), told);
        expressions.end();
        return condition;
    }

    static Write put(MemoryTable table, Map<String, AttributeValue> item, Condition condition) {
        Map<String, AttributeValue> checked = table.checked(item);
        return new Write(Kind.PUT, table, table.key(checked), Values.size(checked), condition, old -> checked);
    }

    static Write delete(MemoryTable table, Map<String, AttributeValue> key, Condition condition) {
        return ofKey(Kind.DELETE, table, key, condition, old -> null);
    }

    private static Write update(
            MemoryTable table,
            Map<String, AttributeValue> key,
            Expressions expressions,
            @Nullable String text,
            @Nullable String condition,
            @Nullable ReturnValuesOnConditionCheckFailure told) {
        Expressions.Update update = expressions.update(text);
        Condition checked = Condition.of(expressions.condition(condition), told);
        expressions.end();
        table.checkUpdate(update);
        return ofKey(Kind.UPDATE, table, key, checked, old -> {
            Map<String, AttributeValue> item = update.apply(old == null ? table.checkedKey(key) : old);
            table.checkUpdated(item);
            return item;
        });
    }

    private static Write ofKey(
            Kind kind,
            MemoryTable table,
            Map<String, AttributeValue> key,
            Condition condition,
            Function<@Nullable Map<String, AttributeValue>, @Nullable Map<String, AttributeValue>> change) {
        Map<String, AttributeValue> checked = table.checkedKey(key);
        return new Write(kind, table, checked, Values.size(checked), condition, change);
    }

    /** What it makes of the item. Throws what DynamoDB answers if it cannot. */
    Outcome outcome() {
        Map<String, AttributeValue> old = table.get(key, Long.MAX_VALUE);
        if (!condition.predicate().test(Objects.requireNonNullElse(old, Map.of()))) {
            throw Errors.conditionFailed(condition.tellsItem() ? old : null);
        }
        return new Outcome(this, old, change.apply(old));
    }

    /** The item before and after the write, null if absent. */
    record Outcome(
            Write write,
            @Nullable Map<String, AttributeValue> before,
            @Nullable Map<String, AttributeValue> after) {

        /** Carries it out. Returns the write units. */
        double apply(long version) {
            return write.kind() == Kind.CHECK
                    ? MemoryTable.readUnits(before == null ? 1 : Values.size(before), true)
                    : write.table().write(write.key(), after, version);
        }
    }
}
