package io.feedmill.common.dynamo;

import io.feedmill.common.key.UserId;
import io.feedmill.common.storage.UnknownValueException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** An item as it was read. A missing required attribute is an {@link IllegalStateException} with the item's key. */
public record Row(Map<String, AttributeValue> attributes) {

    /** The one of these rows of a partition with this sort key. */
    public static Optional<Row> find(List<Row> rows, String sk) {
        return rows.stream().filter(row -> row.sk().equals(sk)).findFirst();
    }

    public String pk() {
        return string(TableSchema.PK);
    }

    public String sk() {
        return string(TableSchema.SK);
    }

    public boolean has(String name) {
        return attributes.containsKey(name);
    }

    public String string(String name) {
        return required(name).s();
    }

    public @Nullable String optionalString(String name) {
        AttributeValue value = attributes.get(name);
        return value == null ? null : value.s();
    }

    /** The one of these constants that the string names. Throws {@link UnknownValueException} if none: a newer version wrote it. */
    public <E> E constant(String name, E[] constants, Function<E, String> value) {
        String stored = string(name);
        return Arrays.stream(constants)
                .filter(constant -> value.apply(constant).equals(stored))
                .findFirst()
                .orElseThrow(() -> new UnknownValueException(pk(), sk(), name, stored));
    }

    /** The set of strings, empty if absent. */
    public List<String> strings(String name) {
        AttributeValue value = attributes.get(name);
        return value == null ? List.of() : List.copyOf(value.ss());
    }

    public UserId user(String name) {
        return new UserId(string(name));
    }

    /** The inverse of {@link Attributes#users}. */
    public SortedSet<UserId> users(String name) {
        return strings(name).stream().map(UserId::new).collect(Collectors.toCollection(TreeSet::new));
    }

    /** The map of strings in the order of its keys, empty if absent. */
    public SortedMap<String, String> entries(String name) {
        SortedMap<String, String> entries = new TreeMap<>();
        AttributeValue map = attributes.get(name);
        if (map != null) {
            map.m().forEach((key, value) -> entries.put(key, value.s()));
        }
        return entries;
    }

    public long number(String name) {
        return Long.parseLong(required(name).n());
    }

    /** The number, or {@code absent} if the item has none. */
    public long number(String name, long absent) {
        return optionalNumber(name).orElse(absent);
    }

    public Optional<Long> optionalNumber(String name) {
        return Optional.ofNullable(attributes.get(name)).map(value -> Long.valueOf(value.n()));
    }

    /** The set of numbers, empty if absent. */
    public List<Integer> numbers(String name) {
        AttributeValue value = attributes.get(name);
        return value == null
                ? List.of()
                : value.ns().stream().map(Integer::valueOf).toList();
    }

    /** Whether it has expired: TTL deletes late. */
    public boolean expired(Instant now) {
        return number(TableSchema.EXPIRES, Long.MAX_VALUE) <= now.getEpochSecond();
    }

    private AttributeValue required(String name) {
        AttributeValue value = attributes.get(name);
        if (value == null) {
            throw new IllegalStateException("item " + attributes.get(TableSchema.PK) + " "
                    + attributes.get(TableSchema.SK) + " has no attribute " + name);
        }
        return value;
    }
}
