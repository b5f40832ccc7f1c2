package io.feedmill.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.outbox.WorkerStore;
import io.feedmill.common.outbox.WorkerStore.WorkerRow;
import io.feedmill.common.outbox.WorkerStore.WorkerRow.Delivered;
import io.feedmill.common.outbox.WorkerStore.WorkerRow.Status;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The contract of {@link WorkerStore}. */
public abstract class WorkerStoreContract extends Contract {
    private static final Status IDLE = new Status("1", Map.of(), null, Map.of(), Map.of(), Delivered.NONE);

    private final WorkerStore workers = stores.workers();

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }

    private Optional<WorkerRow> find(String id) {
        return workers.all().stream().filter(row -> row.id().equals(id)).findFirst();
    }

    @Test
    void theLastRowOfAWorkerIsRead() {
        String id = fresh("worker");
        Status busy = new Status(
                "2",
                Map.of("deliver", "PT1.5S"),
                120L,
                Map.of("dynamodb", "CLOSED"),
                Map.of("job", "3", "newer", "1"),
                new Delivered(5_000_000_000L, List.of("11111111112oTPUemdxcKD")));
        WorkerRow first = new WorkerRow(id, now(), 2, Optional.of(now().minusSeconds(70)), busy);
        workers.put(first);
        assertThat(find(id)).contains(first);
        WorkerRow second = new WorkerRow(id, now().plusSeconds(5), 0, Optional.empty(), IDLE);
        workers.put(second);
        assertThat(find(id)).contains(second);
    }

    @Test
    void eachWorkerHasItsOwn() {
        List<String> ids = List.of(fresh("worker"), fresh("worker"));
        ids.forEach(id -> workers.put(new WorkerRow(id, now(), 0, Optional.empty(), IDLE)));
        assertThat(workers.all()).extracting(WorkerRow::id).containsAll(ids);
    }

    @Test
    void theRowsOfTheDeadAreGoneAfterAnHour() {
        String id = fresh("worker");
        workers.put(new WorkerRow(id, now(), 0, Optional.empty(), IDLE));
        clock.advance(WorkerStore.KEPT.minusSeconds(5));
        assertThat(find(id)).isPresent();
        clock.advance(Duration.ofSeconds(5));
        assertThat(find(id)).isEmpty();
    }

    /** The sweep reads the leases each round: the rows must not be among them. */
    @Test
    void theRowsAreNoLeasesAndNoWork() {
        String id = fresh("worker");
        workers.put(new WorkerRow(id, now(), 0, Optional.empty(), IDLE));
        assertThat(stores.outbox().lease(fresh("other"), Duration.ofSeconds(1))).doesNotContain(id);
        assertThat(outboxRows(work -> work.id().equals(id))).isEmpty();
    }
}
