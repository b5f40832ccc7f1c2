package io.feedmill.api.outbox;

import io.feedmill.api.http.Iso;
import io.feedmill.api.security.Access.AdminController;
import io.feedmill.common.dynamo.TableSettings;
import io.feedmill.common.outbox.NoteStore;
import io.feedmill.common.outbox.NoteStore.Claim;
import io.feedmill.common.outbox.WorkerStore;
import io.feedmill.common.outbox.WorkerStore.WorkerRow;
import io.feedmill.common.outbox.WorkerStore.WorkerRow.Status;
import java.time.Clock;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;

@AdminController(path = "/v1/admin/workers")
record WorkerController(WorkerStore store, NoteStore notes, TableSettings tables, Clock clock) {
    /** The workers of the last hour, the last to say something first, and until when all jobs are complete by the notes, if that is known. */
    record WorkerList(
            List<WorkerResponse> items,
            @Nullable String completeUntil,
            @Nullable String age) {}

    /** What a worker said of itself: the least of its notes of shards, if it has any, the units a second of its writes, if limited, and its newest posts, the newest first. */
    record WorkerResponse(
            String worker,
            String at,
            String age,
            String version,
            int notes,
            @Nullable String completeUntil,
            Map<String, String> waits,
            @Nullable Long rate,
            Map<String, String> breakers,
            Map<String, Long> open,
            long deliveries,
            List<String> newest) {}

    @GetMapping
    WorkerList workers() {
        List<WorkerRow> rows = store.all();
        Instant now = clock.instant();
        Optional<Instant> until = Claim.of(notes.all(), tables.outboxShards()).map(Claim::ofAll);
        return new WorkerList(
                rows.stream()
                        .sorted(Comparator.comparing(WorkerRow::at).reversed().thenComparing(WorkerRow::id))
                        .map(row -> response(row, now))
                        .toList(),
                until.map(Iso::format).orElse(null),
                until.map(then -> Iso.age(then, now)).orElse(null));
    }

    private static WorkerResponse response(WorkerRow row, Instant now) {
        Status status = row.status();
        Map<String, Long> open = new TreeMap<>();
        status.rows().forEach((form, number) -> open.put(form, Long.valueOf(number)));
        return new WorkerResponse(
                row.id(),
                Iso.format(row.at()),
                Iso.age(row.at(), now),
                status.version(),
                row.notes(),
                row.leastNote().map(Iso::format).orElse(null),
                new TreeMap<>(status.waits()),
                status.rate(),
                new TreeMap<>(status.breakers()),
                open,
                status.delivered().total(),
                status.delivered().newest().stream()
                        .sorted(Comparator.reverseOrder())
                        .toList());
    }
}
