package io.feedmill.common.dynamo;

import io.feedmill.common.key.UserId;
import java.time.Instant;
import java.util.AbstractMap;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The attributes of an item, of a key or of an expression, in the order in which they are added. */
public final class Attributes extends AbstractMap<String, AttributeValue> {
    private final Map<String, AttributeValue> values;

    private Attributes(Map<String, AttributeValue> values) {
        this.values = values;
    }

    public static Attributes of() {
        return new Attributes(new LinkedHashMap<>());
    }

    /** A copy of these. */
    public static Attributes of(Map<String, AttributeValue> others) {
        return new Attributes(new LinkedHashMap<>(others));
    }

    public static Attributes key(String pk, String sk) {
        return of().string(TableSchema.PK, pk).string(TableSchema.SK, sk);
    }

    public Attributes string(String name, String value) {
        values.put(name, AttributeValue.fromS(value));
        return this;
    }

    /** Null: without the attribute. */
    public Attributes optionalString(String name, @Nullable String value) {
        return value == null ? this : string(name, value);
    }

    public Attributes number(String name, long value) {
        values.put(name, AttributeValue.fromN(Long.toString(value)));
        return this;
    }

    /** A set of numbers; DynamoDB has no empty sets. */
    public Attributes numbers(String name, Collection<Integer> numbers) {
        values.put(
                name,
                AttributeValue.fromNs(
                        numbers.stream().map(n -> Integer.toString(n)).toList()));
        return this;
    }

    /** A set of strings. An empty one is absent: DynamoDB has none. */
    public Attributes strings(String name, Collection<String> strings) {
        if (!strings.isEmpty()) {
            values.put(name, AttributeValue.fromSs(List.copyOf(strings)));
        }
        return this;
    }

    public Attributes users(String name, Collection<UserId> users) {
        return strings(name, users.stream().map(UserId::value).toList());
    }

    /** A map of strings; it may be empty. */
    public Attributes entries(String name, Map<String, String> entries) {
        Map<String, AttributeValue> map = new LinkedHashMap<>();
        entries.forEach((key, value) -> map.put(key, AttributeValue.fromS(value)));
        values.put(name, AttributeValue.fromM(map));
        return this;
    }

    public Attributes flag(String name) {
        values.put(name, AttributeValue.fromBool(true));
        return this;
    }

    /** The time from which on the item is no more; DynamoDB deletes it within a few days. */
    public Attributes expires(Instant at) {
        return number(TableSchema.EXPIRES, at.getEpochSecond());
    }

    @Override
    public @Nullable AttributeValue put(String name, AttributeValue value) {
        return values.put(name, value);
    }

    @Override
    public Set<Map.Entry<String, AttributeValue>> entrySet() {
        return values.entrySet();
    }
}
