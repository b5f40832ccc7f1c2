package io.feedmill.testkit.memory;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The rows of a table or of an index, which has the keys of its table, too, and maybe no other attributes. Not thread-safe. */
record Rows(
        List<String> key, List<String> more, boolean keysOnly, NavigableMap<Position, Row> all, Deque<Change> changes) {
    /** The limit of a page of a Query or Scan: the row that reaches it is the last. */
    private static final long PAGE_BYTES = 1L << 20;

    /** The changes that reads of the past can take back. */
    private static final int REMEMBERED = 10_000;

    Rows(List<String> key, List<String> more, boolean keysOnly) {
        this(key, more, keysOnly, new TreeMap<>(), new ArrayDeque<>());
    }

    record Row(Map<String, AttributeValue> attributes, int size) {
        Row(Map<String, AttributeValue> attributes) {
            this(attributes, Values.size(attributes));
        }
    }

    private record Change(
            long version, Position position, @Nullable Row before) {}

    /** Rows that were read at once and pass the filter, and the key to continue after; null at the end. */
    record Page(
            List<Row> rows,
            int scanned,
            long bytes,
            @Nullable Map<String, AttributeValue> next) {}

    /** The keys of a row here, of an index those of its table too. */
    List<String> keys() {
        return Stream.concat(key.stream(), more.stream()).distinct().toList();
    }

    Position position(Map<String, AttributeValue> row) {
        List<Comparable<?>> parts = new ArrayList<>(5);
        for (String name : key) {
            add(parts, row, name);
        }
        parts.addFirst(Position.hash(parts.getFirst()));
        for (String name : more) {
            add(parts, row, name);
        }
        return new Position(parts);
    }

    private static void add(List<Comparable<?>> parts, Map<String, AttributeValue> row, String name) {
        AttributeValue value = row.get(name);
        if (value == null) {
            throw Errors.invalid("The provided key element does not match the schema: " + name + " is absent");
        }
        parts.add(Values.order(value));
    }

    /** The attributes of the row that are here; null: it is not. */
    @Nullable Row projected(@Nullable Map<String, AttributeValue> row) {
        if (row == null || !row.keySet().containsAll(key)) {
            return null;
        }
        return new Row(keysOnly ? only(row, keys()) : row);
    }

    static Map<String, AttributeValue> only(Map<String, AttributeValue> row, List<String> names) {
        Map<String, AttributeValue> part = new HashMap<>();
        for (String name : names) {
            AttributeValue value = row.get(name);
            if (value != null) {
                part.put(name, value);
            }
        }
        return part;
    }

    void set(Position position, @Nullable Row row, long version) {
        Row before = row == null ? all.remove(position) : all.put(position, row);
        changes.addLast(new Change(version, position, before));
        if (changes.size() > REMEMBERED) {
            changes.removeFirst();
        }
    }

    /** The size of all rows. */
    long bytes() {
        return all.values().stream().mapToLong(Row::size).sum();
    }

    /** The rows after the writes up to this version. */
    NavigableMap<Position, Row> asOf(long version) {
        if (changes.isEmpty() || changes.getLast().version() <= version) {
            return all;
        }
        if (changes.size() == REMEMBERED && changes.getFirst().version() > version) {
            throw Errors.unknown("version any more: " + version);
        }
        NavigableMap<Position, Row> past = new TreeMap<>(all);
        for (Change change : changes.reversed()) {
            if (change.version() <= version) {
                break;
            }
            if (change.before() == null) {
                past.remove(change.position());
            } else {
                past.put(change.position(), change.before());
            }
        }
        return past;
    }

    /** Reads from the beginning, to a limit if there is one. After the last possible key of a row, if it is known, there is no next page. */
    Page page(
            NavigableMap<Position, Row> rows,
            @Nullable Integer limit,
            Predicate<Map<String, AttributeValue>> filter,
            @Nullable Position last) {
        List<Row> found = new ArrayList<>();
        int scanned = 0;
        long bytes = 0;
        for (Map.Entry<Position, Row> entry : rows.entrySet()) {
            Row row = entry.getValue();
            scanned++;
            bytes += row.size();
            if (filter.test(row.attributes())) {
                found.add(row);
            }
            if ((limit != null && scanned == limit) || bytes >= PAGE_BYTES) {
                boolean isLast = entry.getKey().equals(last);
                return new Page(found, scanned, bytes, isLast ? null : only(row.attributes(), keys()));
            }
        }
        return new Page(found, scanned, bytes, null);
    }
}
