package io.feedmill.testkit.memory;

import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkField;
import software.amazon.awssdk.core.SdkPojo;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** A write of one item, its kind and bytes as transactions count them, and what makes the new item of the old one, each null if absent. */
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

        static Condition of(Predicate<Map<String, AttributeValue>> predicate, @Nullable String told) {
            return new Condition(
                    predicate,
                    ReturnValuesOnConditionCheckFailure.ALL_OLD.toString().equals(told));
        }
    }

    /** A part of a transaction. */
    static Write of(Function<String, MemoryTable> tables, TransactWriteItem part) {
        SdkPojo write = Stream.<SdkPojo>of(part.put(), part.update(), part.delete(), part.conditionCheck())
                .filter(Objects::nonNull)
                .findFirst()
                .orElseThrow();
        Requests.check(write);
        return of(tables, write);
    }

    /** A request, or what a part of a transaction has: their fields have the same names. */
    static Write of(Function<String, MemoryTable> tables, SdkPojo request) {
        MemoryTable table = tables.apply(Objects.requireNonNull(text(request, "TableName")));
        Expressions expressions = new Expressions(request);
        Expressions.Update update = expressions.update(text(request, "UpdateExpression"));
        Condition condition = Condition.of(
                expressions.condition(text(request, "ConditionExpression")),
                text(request, "ReturnValuesOnConditionCheckFailure"));
        expressions.end();
        return switch (request.getClass().getSimpleName()) {
            case "PutItemRequest", "Put" -> put(table, attributes(request, "Item"), condition);
            case "UpdateItemRequest", "Update" -> update(table, attributes(request, "Key"), update, condition);
            case "DeleteItemRequest", "Delete" -> delete(table, attributes(request, "Key"), condition);
            case "ConditionCheck" -> ofKey(Kind.CHECK, table, attributes(request, "Key"), condition, old -> old);
            default -> throw new IllegalArgumentException("no write: " + request);
        };
    }

    private static @Nullable Object field(SdkPojo request, String name) {
        SdkField<?> field = request.sdkFieldNameToField().get(name);
        return field == null ? null : field.getValueOrDefault(request);
    }

    private static @Nullable String text(SdkPojo request, String name) {
        return (String) field(request, name);
    }

    @SuppressWarnings("unchecked") // keys and items are such maps in all requests
    private static Map<String, AttributeValue> attributes(SdkPojo request, String name) {
        return (Map<String, AttributeValue>) Objects.requireNonNull(field(request, name));
    }

    static Write put(MemoryTable table, Map<String, AttributeValue> item, Condition condition) {
        Map<String, AttributeValue> checked = table.checked(item);
        return new Write(Kind.PUT, table, table.key(checked), Values.size(checked), condition, old -> checked);
    }

    static Write delete(MemoryTable table, Map<String, AttributeValue> key, Condition condition) {
        return ofKey(Kind.DELETE, table, key, condition, old -> null);
    }

    private static Write update(
            MemoryTable table, Map<String, AttributeValue> key, Expressions.Update update, Condition condition) {
        table.checkUpdate(update);
        return ofKey(Kind.UPDATE, table, key, condition, old -> {
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
