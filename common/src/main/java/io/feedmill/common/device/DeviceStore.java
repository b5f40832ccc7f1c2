package io.feedmill.common.device;

import io.feedmill.common.dynamo.Attributes;
import io.feedmill.common.dynamo.BatchWriter;
import io.feedmill.common.dynamo.BatchWriter.BatchResult;
import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.dynamo.PartitionQuery;
import io.feedmill.common.dynamo.RetentionSettings;
import io.feedmill.common.dynamo.Row;
import io.feedmill.common.dynamo.Table;
import io.feedmill.common.key.EventKey;
import io.feedmill.common.queue.Feature;
import io.feedmill.common.storage.Page;
import io.feedmill.common.storage.StorageException;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Bean;
import org.springframework.stereotype.Component;

/** The events of devices, in the table {@code devices}, for {@code feedmill.retention.device-events} from their append. Thread-safe. */
@Component
public record DeviceStore(Dynamo dynamo, BatchWriter writer, RetentionSettings retention, Clock clock) {
    /** Device, then {@code <milliseconds>#<event id>}. */
    private static final Table TABLE = Table.of("devices");

    private static final String DATA = "data";

    /** Callers wait for it. */
    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    /**
     * Stores the events whose keys are free, and returns their number; the others are duplicates and change nothing. Of two events with one key in the
     * list, the first is stored. Two concurrent calls with one key may both store it. After a {@link StorageException} some events may be stored; a
     * repetition is harmless.
     */
    public int append(String device, List<DeviceEvent> events) {
        if (events.size() == 1) {
            return append(device, events.getFirst());
        }
        Collection<DeviceEvent> fresh = fresh(events, known(device, events));
        write(device, fresh);
        return fresh.size();
    }

    /** Replaces an expired row, which TTL has not deleted yet. */
    private int append(String device, DeviceEvent event) {
        Optional<Row> stored = dynamo.putIfAbsent(TABLE, row(device, event));
        if (stored.filter(this::lives).isPresent()) {
            return 0;
        }
        stored.ifPresent(expired -> write(device, List.of(event)));
        return 1;
    }

    private Attributes row(String device, DeviceEvent event) {
        return Attributes.key(device, event.key().value())
                .string(DATA, event.data())
                .expires(clock.instant().plus(retention.deviceEvents()));
    }

    private boolean lives(Row row) {
        return !row.expired(clock.instant());
    }

    private static Collection<DeviceEvent> fresh(List<DeviceEvent> events, Set<EventKey> known) {
        Map<EventKey, DeviceEvent> fresh = new LinkedHashMap<>();
        events.stream()
                .filter(event -> !known.contains(event.key()))
                .forEach(event -> fresh.putIfAbsent(event.key(), event));
        return fresh.values();
    }

    private Set<EventKey> known(String device, List<DeviceEvent> events) {
        Stream<Attributes> keys =
                events.stream().map(DeviceEvent::key).distinct().map(key -> Attributes.key(device, key.value()));
        return dynamo.getAll(TABLE, keys).stream()
                .filter(this::lives)
                .map(row -> EventKey.parse(row.sk()))
                .collect(Collectors.toSet());
    }

    private void write(String device, Collection<DeviceEvent> events) {
        BatchResult result = writer.write(
                TABLE, List.copyOf(events), event -> BatchWriter.put(row(device, event)), writer.bulk(TIMEOUT));
        if (!result.complete()) {
            throw new StorageException(StorageException.Kind.THROTTLED, "Events incomplete");
        }
    }

    /** A page by one Query of a span that is not empty; only the first is strongly consistent. Reads one row more to know whether there are more. */
    public Page<DeviceEvent, EventKey> page(EventRequest request) {
        EventKey after = request.after();
        PartitionQuery oldestFirst = PartitionQuery.of(TABLE, request.device())
                .between(EventKey.range(request.fromMillis(), request.toMillis()))
                .limit(request.limit() + 1);
        PartitionQuery query = request.newestFirst() ? oldestFirst.descending() : oldestFirst;
        return dynamo.query(after == null ? query : query.after(after.value()).eventuallyConsistent())
                .first(request.limit())
                .page(rows -> rows.filter(this::lives).map(DeviceStore::event), EventKey::parse);
    }

    private static DeviceEvent event(Row row) {
        return new DeviceEvent(EventKey.parse(row.sk()), row.string(DATA));
    }

    @Bean
    static Feature deviceFeature() {
        return Feature.of(TABLE);
    }

    /** An event of a device. Its key is its time and its id: an event of the same key is the same event. */
    public record DeviceEvent(EventKey key, String data) {}

    /** A request for up to 100 events of a device in a span of milliseconds since 1970, without its end, after an event or from the first on. */
    public record EventRequest(
            String device,
            long fromMillis,
            long toMillis,
            boolean newestFirst,
            @Nullable EventKey after,
            int limit) {

        public boolean isEmpty() {
            return fromMillis >= toMillis;
        }

        public EventRequest after(@Nullable EventKey event) {
            return new EventRequest(device, fromMillis, toMillis, newestFirst, event, limit);
        }
    }
}
