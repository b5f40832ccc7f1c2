package io.feedmill.common.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.key.UserId;
import io.feedmill.common.outbox.NoteStore.Claim;
import io.feedmill.common.outbox.NoteStore.Note;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class NoteStoreTest {
    private static Optional<Long> completeUntil(int shards, Map<Integer, Integer> notes) {
        Map<Integer, Note> instants = new HashMap<>();
        notes.forEach((shard, second) -> instants.put(shard, new Note(Instant.ofEpochSecond(second))));
        return Claim.of(instants, shards).map(Claim::ofAll).map(Instant::getEpochSecond);
    }

    private static UserId author(int number) {
        return new UserId("author-" + number);
    }

    private static Note open(int until, int author, int accepted) {
        return new Note(Instant.ofEpochSecond(until), author(author), Instant.ofEpochSecond(accepted));
    }

    @Test
    void theOldestOpenJobOfThoseWhomTheReaderFollowsCounts() {
        Claim claim = Claim.of(
                        Map.of(0, open(50, 1, 20), 1, open(40, 1, 10), 2, open(60, 2, 30), 3, open(60, 3, 45)), 4)
                .orElseThrow();
        assertThat(claim.of(Set.of())).isEqualTo(Instant.ofEpochSecond(40));
        assertThat(claim.of(Set.of(author(2), author(3)))).isEqualTo(Instant.ofEpochSecond(30));
        assertThat(claim.of(Set.of(author(1), author(2)))).isEqualTo(Instant.ofEpochSecond(10));
        assertThat(claim.ofAll()).isEqualTo(Instant.ofEpochSecond(10));
        assertThat(claim.open()).containsOnlyKeys(author(1), author(2));
    }

    @Test
    void theJobsOfManyAuthorsHoldAllReaders() {
        Map<Integer, Note> notes = new HashMap<>();
        for (int n = 0; n < 10; n++) {
            notes.put(n, open(50, n, 20 + n));
        }
        assertThat(Claim.of(notes, 10).orElseThrow().of(Set.of())).isEqualTo(Instant.ofEpochSecond(50));
        notes.put(10, open(50, 10, 40));
        assertThat(Claim.of(notes, 11).orElseThrow()).isEqualTo(new Claim(Instant.ofEpochSecond(20), Map.of()));
    }

    @Test
    void theLeastNoteCounts() {
        assertThat(completeUntil(2, Map.of(0, 40, 1, 50))).contains(40L);
    }

    @Test
    void withoutANoteOfAShardNothingIsComplete() {
        assertThat(completeUntil(2, Map.of())).isEmpty();
        assertThat(completeUntil(2, Map.of(1, 10))).isEmpty();
    }

    /** Other processes may have more shards already. */
    @Test
    void allShardsThatHaveNotesCount() {
        assertThat(completeUntil(1, Map.of(0, 10, 1, 5))).contains(5L);
        assertThat(completeUntil(1, Map.of(0, 10, 2, 5))).as("shard 1 has none").isEmpty();
    }

    @Test
    void aSortKeyTellsWhenItsWorkWasAcceptedIfItBeginsWithATick() {
        assertThat(OpenWork.acceptedAt("1000000000000000001.x")).contains(Instant.ofEpochSecond(1_000_000_000, 1));
        assertThat(OpenWork.acceptedAt("1000000000000000001#of another form")).isPresent();
        assertThat(OpenWork.acceptedAt("")).isEmpty();
        assertThat(OpenWork.acceptedAt("100")).isEmpty();
        assertThat(OpenWork.acceptedAt("yesterday at about noon.x")).isEmpty();
    }
}
