package io.feedmill.testkit.contract;

import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.outbox.NoteStore;
import io.feedmill.common.outbox.NoteStore.Note;
import java.time.Instant;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The contract of {@link NoteStore}. All share one row: each test has shards of its own. */
public abstract class NoteStoreContract extends Contract {
    private final NoteStore notes = stores.notes();

    private static Note second(long second) {
        return new Note(Instant.ofEpochSecond(1_700_000_000 + second));
    }

    private static Note open(long second, long accepted) {
        return new Note(
                Instant.ofEpochSecond(1_700_000_000 + second),
                user("ann"),
                Instant.ofEpochSecond(1_700_000_000 + accepted));
    }

    @Test
    void aNoteNamesTheAuthorsOfOpenJobs() {
        notes.raise(Map.of(1_500, open(10, 5), 1_501, second(10)));
        assertThat(notes.all()).containsEntry(1_500, open(10, 5)).containsEntry(1_501, second(10));
        notes.raise(Map.of(1_500, second(20), 1_501, open(20, 7)));
        assertThat(notes.all()).containsEntry(1_500, second(20)).containsEntry(1_501, open(20, 7));
    }

    @Test
    void aNoteIsRaisedAndNeverLowered() {
        notes.raise(Map.of(1_000, second(10), 1_001, second(50)));
        notes.raise(Map.of(1_000, second(20), 1_001, second(40), 1_002, second(30)));
        assertThat(notes.all())
                .containsEntry(1_000, second(20))
                .containsEntry(1_001, second(50))
                .containsEntry(1_002, second(30));
    }

    /** The row has milliseconds. */
    @Test
    void aNoteThatIsThereIsNotRaised() {
        Map<Integer, Note> noted =
                Map.of(1_100, new Note(Instant.ofEpochSecond(1_700_000_000 + 10).plusNanos(1)));
        notes.raise(noted);
        notes.raise(noted);
        assertThat(notes.all()).containsEntry(1_100, second(10));
    }

    /** More than an expression may name. */
    @Test
    void anyNumberOfShardsIsRaised() {
        Map<Integer, Note> many = IntStream.range(1_200, 1_400)
                .boxed()
                .collect(Collectors.toMap(Function.identity(), shard -> second(shard)));
        notes.raise(many);
        assertThat(notes.all()).containsAllEntriesOf(many);
    }
}
