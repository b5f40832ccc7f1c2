package io.feedmill.common.dynamo;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** An update of one item, conditional or not, alone or in a transaction, with placeholders for names such as reserved words. */
public record Update(
        Table table,
        Map<String, AttributeValue> key,
        String expression,
        @Nullable String condition,
        Map<String, String> names,
        Map<String, AttributeValue> values) {
    private static final Pattern PLACEHOLDER = Pattern.compile("#(\\w+)");

    /** An update whose placeholders stand for the attributes of their names: {@code #state} for {@code state}. */
    public Update(
            Table table,
            Map<String, AttributeValue> key,
            String expression,
            @Nullable String condition,
            Attributes values) {
        this(table, key, expression, condition, names(expression + " " + condition), values);
    }

    /** Sets these attributes. */
    public static Update set(
            Table table, Map<String, AttributeValue> key, @Nullable String condition, Attributes written) {
        return replace(table, key, condition, written, List.of());
    }

    /** Sets the written ones of these attributes, and removes the others. */
    public static Update replace(
            Table table,
            Map<String, AttributeValue> key,
            @Nullable String condition,
            Attributes written,
            List<String> all) {
        SortedMap<String, AttributeValue> sorted = new TreeMap<>(written);
        Attributes values = Attributes.of();
        sorted.forEach((name, value) -> values.put(":" + name, value));
        String set = clause("SET ", sorted.keySet().stream().map(name -> "#" + name + " = :" + name));
        String remove = clause(
                " REMOVE ",
                all.stream().filter(name -> !sorted.containsKey(name)).map(name -> "#" + name));
        return new Update(table, key, (set + remove).strip(), condition, values);
    }

    private static String clause(String verb, Stream<String> parts) {
        String joined = parts.collect(Collectors.joining(", "));
        return joined.isEmpty() ? "" : verb + joined;
    }

    static Map<String, String> names(String expression) {
        return PLACEHOLDER
                .matcher(expression)
                .results()
                .collect(Collectors.toMap(MatchResult::group, name -> name.group(1), (same, again) -> same));
    }

    /** The same with further values, which the condition names. */
    public Update with(Attributes further) {
        Map<String, AttributeValue> all = new HashMap<>(values);
        all.putAll(further);
        return new Update(table, key, expression, condition, names, all);
    }

    /** The same on a further condition, without placeholders for names. */
    public Update onlyIf(String further, Attributes values) {
        Update update = with(values);
        return new Update(table, key, expression, condition + " AND " + further, names, update.values());
    }

    UpdateItemRequest request(TableSchema tables) {
        return UpdateItemRequest.builder()
                .tableName(tables.name(table))
                .key(key)
                .updateExpression(expression)
                .conditionExpression(condition)
                .expressionAttributeNames(orNull(names))
                .expressionAttributeValues(orNull(values))
                .returnValues(ReturnValue.ALL_NEW)
                .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD)
                .build();
    }

    TransactWriteItem inTransaction(TableSchema tables) {
        return TransactWriteItem.builder()
                .update(u -> u.tableName(tables.name(table))
                        .key(key)
                        .updateExpression(expression)
                        .conditionExpression(condition)
                        .expressionAttributeNames(orNull(names))
                        .expressionAttributeValues(orNull(values))
                        .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD))
                .build();
    }

    /** DynamoDB refuses an empty map. */
    static <V> @Nullable Map<String, V> orNull(Map<String, V> map) {
        return map.isEmpty() ? null : map;
    }

    public sealed interface UpdateResult {

        /** The item after the call, by any writer; without attributes if absent. */
        Row row();

        /** The condition held. */
        record Updated(Row row) implements UpdateResult {}

        record ConditionFailed(Row row) implements UpdateResult {}

        /** The condition did not hold, but an earlier attempt of this call got no answer: it may have changed the item. */
        record Unclear(Row row) implements UpdateResult {}
    }
}
