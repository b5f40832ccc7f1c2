package io.feedmill.common.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NoteStoreTest {
    private static Optional<Long> completeUntil(int shards, Map<Integer, Integer> notes) {
        Map<Integer, Instant> instants = new HashMap<>();
        notes.forEach((shard, second) -> instants.put(shard, Instant.ofEpochSecond(second)));
        return NoteStore.completeUntil(instants, shards).map(Instant::getEpochSecond);
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
