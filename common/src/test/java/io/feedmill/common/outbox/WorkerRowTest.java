package io.feedmill.common.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.outbox.WorkerStore.WorkerRow;
import io.feedmill.common.outbox.WorkerStore.WorkerRow.Delivered;
import io.feedmill.common.outbox.WorkerStore.WorkerRow.Status;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class WorkerRowTest {
    private static final Status STATUS = new Status("1", Map.of(), null, Map.of(), Map.of(), Delivered.NONE);

    private static WorkerRow worker(Map<Integer, Integer> notes) {
        Map<Integer, Instant> instants = new HashMap<>();
        notes.forEach((shard, second) -> instants.put(shard, Instant.ofEpochSecond(second)));
        return new WorkerRow("worker", Instant.EPOCH, instants, STATUS);
    }

    private static Optional<Long> completeUntil(int shards, WorkerRow... workers) {
        return WorkerRow.completeUntil(List.of(workers), shards).map(Instant::getEpochSecond);
    }

    @Test
    void ofAShardTheGreatestNoteCountsAndOfTheShardsTheLeast() {
        WorkerRow old = worker(Map.of(0, 10, 1, 50));
        WorkerRow now = worker(Map.of(0, 40, 1, 20));
        assertThat(completeUntil(2, old, now)).contains(40L);
        assertThat(completeUntil(2, now, old)).contains(40L);
        assertThat(old.leastNote()).contains(Instant.ofEpochSecond(10));
    }

    @Test
    void withoutANoteOfAShardNothingIsComplete() {
        assertThat(completeUntil(2)).isEmpty();
        assertThat(completeUntil(2, worker(Map.of()), worker(Map.of(1, 10)))).isEmpty();
        assertThat(completeUntil(2, worker(Map.of(0, 10)), worker(Map.of(1, 10))))
                .contains(10L);
    }

    /** Other processes may have more shards already. */
    @Test
    void allShardsThatHaveNotesCount() {
        assertThat(completeUntil(1, worker(Map.of(0, 10, 1, 5)))).contains(5L);
        assertThat(completeUntil(1, worker(Map.of(0, 10, 2, 5))))
                .as("shard 1 has none")
                .isEmpty();
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
