package io.feedmill.common.outbox;

import io.feedmill.common.dynamo.Attributes;
import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.dynamo.PartitionQuery;
import io.feedmill.common.dynamo.Row;
import io.feedmill.common.dynamo.Update;
import io.feedmill.common.dynamo.Update.UpdateResult;
import io.feedmill.common.key.UserId;
import java.time.Instant;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Gatherers;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
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

    /**
     * The note of a shard: all jobs that were accepted before {@code until} were complete, but those of an author, if it names one, of whose open jobs
     * the oldest was accepted at {@code open}.
     */
    public record Note(Instant until, @Nullable UserId author, Instant open) {
        public Note(Instant until) {
            this(until, null, until);
        }

        private static Note parse(String text) {
            String[] parts = text.split(" ", -1);
            Instant until = instant(parts[0]);
            return parts.length == 1 ? new Note(until) : new Note(until, new UserId(parts[2]), instant(parts[1]));
        }

        /** Texts of 8 digits until 2059, so that the row is a write unit, and in the order of time. */
        private static Instant instant(String text) {
            return Instant.ofEpochMilli(Long.parseLong(text, Character.MAX_RADIX));
        }

        private static String text(Instant instant) {
            return Long.toString(instant.toEpochMilli(), Character.MAX_RADIX);
        }

        private String text() {
            return author == null ? text(until) : text(until) + " " + text(open) + " " + author;
        }

        private boolean exceeds(@Nullable Note other) {
            return other == null || text().compareTo(other.text()) > 0;
        }
    }

    /** Returns the note of each shard. Eventually consistent: a note that is missing, or an older one, is no wrong one. */
    public Map<Integer, Note> all() {
        PartitionQuery row = PartitionQuery.of(OutboxRows.TABLE, NOTES).eventuallyConsistent();
        return dynamo.query(row).rows().stream()
                .map(NoteStore::notes)
                .findFirst()
                .orElse(Map.of());
    }

    private static Map<Integer, Note> notes(Row row) {
        return row.attributes().keySet().stream()
                .filter(name -> name.charAt(0) == SHARD)
                .collect(Collectors.toMap(
                        name -> Integer.valueOf(name.substring(1)), name -> Note.parse(row.string(name))));
    }

    /** Raises the notes of these shards. One that others have raised as far stays. */
    public void raise(Map<Integer, Note> notes) {
        notes.entrySet().stream().gather(Gatherers.windowFixed(MAX_SHARDS)).forEach(some -> {
            UpdateResult result = dynamo.update(raised(some));
            if (!(result instanceof UpdateResult.Updated)) {
                Map<Integer, Note> now = notes(result.row());
                raise(some.stream()
                        .filter(note -> note.getValue().exceeds(now.get(note.getKey())))
                        .collect(Collectors.toMap(Entry::getKey, Entry::getValue)));
            }
        });
    }

    private static Update raised(List<Entry<Integer, Note>> notes) {
        Attributes written = Attributes.of();
        notes.forEach(note ->
                written.string(SHARD + "" + note.getKey(), note.getValue().text()));
        String raised = written.keySet().stream()
                .map(note -> "(attribute_not_exists(" + note + ") OR " + note + " < :" + note + ")")
                .collect(Collectors.joining(" AND "));
        return Update.set(OutboxRows.TABLE, Attributes.key(NOTES, NOTES), raised, written);
    }

    /** Until when pages are complete, but for followers of {@code open}: authors, and when the oldest of their jobs was accepted before then. */
    public record Claim(Instant until, Map<UserId, Instant> open) {
        /** The maximum of authors for whom a page asks whether its reader follows them. */
        private static final int MAX_AUTHORS = 10;

        /**
         * Returns what the notes say: of the shards the least counts. Empty without a note of one; there are more than the caller knows if there are
         * notes of more. If many authors have open jobs, these hold every page.
         */
        public static Optional<Claim> of(Map<Integer, Note> notes, int shards) {
            if (notes.size() < shards || notes.size() <= Collections.max(notes.keySet())) {
                return Optional.empty();
            }
            Instant until =
                    Collections.min(notes.values().stream().map(Note::until).toList());
            Map<UserId, Instant> open = new HashMap<>();
            for (Note note : notes.values()) {
                if (note.author() != null && note.open().isBefore(until)) {
                    open.merge(note.author(), note.open(), (one, other) -> one.isBefore(other) ? one : other);
                }
            }
            Claim claim = new Claim(until, open);
            return Optional.of(open.size() > MAX_AUTHORS ? new Claim(claim.ofAll(), Map.of()) : claim);
        }

        /** Returns until when the page of a reader is complete who follows these authors. */
        public Instant of(Set<UserId> followed) {
            return followed.stream()
                    .flatMap(author -> Stream.ofNullable(open.get(author)))
                    .min(Instant::compareTo)
                    .orElse(until);
        }

        /** Returns until when the page of any reader is complete. */
        public Instant ofAll() {
            return of(open.keySet());
        }
    }
}
