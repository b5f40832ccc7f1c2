package io.feedmill.common.outbox;

import io.feedmill.common.dynamo.Attributes;
import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.dynamo.PartitionQuery;
import io.feedmill.common.dynamo.Row;
import io.feedmill.common.dynamo.Update;
import io.feedmill.common.dynamo.Update.UpdateResult;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.Map.Entry;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Gatherers;
import org.springframework.stereotype.Component;

/**
 * The notes of all workers, in one row of the table {@code outbox}: of each shard until when all jobs are complete. A note is a fact about the past, and
 * holds for ever. Thread-safe.
 */
@Component
public record NoteStore(Dynamo dynamo) {
    private static final String NOTES = "notes";
    private static final char SHARD = 'n';

    /** Of an update: a condition has up to 300 operators in 4 KB. */
    private static final int MAX_SHARDS = 64;

    /** Returns the note of each shard. Eventually consistent: a note that is missing, or an older one, is no wrong one. */
    public Map<Integer, Instant> all() {
        PartitionQuery row = PartitionQuery.of(OutboxRows.TABLE, NOTES).eventuallyConsistent();
        return dynamo.query(row).rows().stream()
                .flatMap(notes -> notes(notes).entrySet().stream())
                .collect(Collectors.toMap(Entry::getKey, Entry::getValue));
    }

    private static Map<Integer, Instant> notes(Row row) {
        return row.attributes().keySet().stream()
                .filter(name -> name.charAt(0) == SHARD)
                .collect(Collectors.toMap(
                        name -> Integer.valueOf(name.substring(1)), name -> Instant.ofEpochMilli(row.number(name))));
    }

    /** Raises the notes of these shards. One that others have raised as far stays. */
    public void raise(Map<Integer, Instant> notes) {
        notes.entrySet().stream().gather(Gatherers.windowFixed(MAX_SHARDS)).forEach(this::raise);
    }

    private void raise(Collection<Entry<Integer, Instant>> notes) {
        if (!notes.isEmpty()
                && dynamo.update(raised(notes)) instanceof UpdateResult lost
                && !(lost instanceof UpdateResult.Updated)) {
            Map<Integer, Instant> now = notes(lost.row());
            raise(notes.stream()
                    .filter(note -> !now.containsKey(note.getKey())
                            || now.get(note.getKey()).toEpochMilli()
                                    < note.getValue().toEpochMilli())
                    .toList());
        }
    }

    private static Update raised(Collection<Entry<Integer, Instant>> notes) {
        Attributes values = Attributes.of();
        notes.forEach(note ->
                values.number(":" + SHARD + note.getKey(), note.getValue().toEpochMilli()));
        return new Update(
                OutboxRows.TABLE,
                Attributes.key(NOTES, NOTES),
                "SET " + each(notes, "%1$s = :%1$s", ", "),
                each(notes, "(attribute_not_exists(%1$s) OR %1$s < :%1$s)", " AND "),
                values);
    }

    private static String each(Collection<Entry<Integer, Instant>> notes, String part, String separator) {
        return notes.stream()
                .map(note -> part.formatted("" + SHARD + note.getKey()))
                .collect(Collectors.joining(separator));
    }

    /**
     * Returns until when all jobs are complete: the least note of the shards. Empty without a note of one.
     *
     * @param shards that the caller knows. There are more if there are notes of more
     */
    public static Optional<Instant> completeUntil(Map<Integer, Instant> notes, int shards) {
        int known = notes.keySet().stream().reduce(shards, (most, shard) -> Math.max(most, shard + 1));
        return notes.size() < known ? Optional.empty() : notes.values().stream().min(Instant::compareTo);
    }
}
