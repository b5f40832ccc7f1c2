package io.feedmill.common.device;

import io.feedmill.common.device.DeviceStore.DeviceEvent;
import io.feedmill.common.device.DeviceStore.EventPage;
import io.feedmill.common.device.DeviceStore.EventRequest;
import io.feedmill.common.dynamo.Attributes;
import io.feedmill.common.dynamo.BatchWriter;
import io.feedmill.common.dynamo.BatchWriter.WriteOptions;
import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.dynamo.PartitionQuery;
import io.feedmill.common.dynamo.Row;
import io.feedmill.common.dynamo.RowQuery.RowPage;
import io.feedmill.common.dynamo.Table;
import io.feedmill.common.key.EventKey;
import io.feedmill.common.storage.Deadline;
import io.feedmill.common.storage.StorageException;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Gatherers;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** Devices in the table {@code devices}: device, then {@code <milliseconds>#<event id>}. */
final class DynamoDeviceStore implements DeviceStore {
    private static final String DATA = "data";

    /** Callers wait for it. */
    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    private final Dynamo dynamo;
    private final BatchWriter writer;

    DynamoDeviceStore(Dynamo dynamo, BatchWriter writer) {
        this.dynamo = dynamo;
        this.writer = writer;
    }

    @Override
    public int append(String device, List<DeviceEvent> events) {
        if (events.size() == 1) {
            return dynamo.putIfAbsent(Table.DEVICES, row(device, events.getFirst()))
                            .isEmpty()
                    ? 1
                    : 0;
        }
        Collection<DeviceEvent> fresh = fresh(events, known(device, events));
        write(device, fresh);
        return fresh.size();
    }

    private static Collection<DeviceEvent> fresh(List<DeviceEvent> events, Set<EventKey> known) {
        Map<EventKey, DeviceEvent> fresh = new LinkedHashMap<>();
        events.stream()
                .filter(event -> !known.contains(event.key()))
                .forEach(event -> fresh.putIfAbsent(event.key(), event));
        return fresh.values();
    }

    private Set<EventKey> known(String device, List<DeviceEvent> events) {
        return events.stream()
                .map(DeviceEvent::key)
                .distinct()
                .map(key -> Attributes.key(device, key.value()).map())
                .gather(Gatherers.windowFixed(Dynamo.MAX_KEYS))
                .flatMap(batch -> dynamo.getAll(Table.DEVICES, batch).stream())
                .map(row -> EventKey.parse(row.sk()))
                .collect(Collectors.toSet());
    }

    private void write(String device, Collection<DeviceEvent> events) {
        List<WriteRequest> writes = events.stream()
                .map(event -> WriteRequest.builder()
                        .putRequest(p -> p.item(row(device, event)))
                        .build())
                .toList();
        if (!writer.write(Table.DEVICES, writes, WriteOptions.bulk(Deadline.in(TIMEOUT)))
                .complete()) {
            throw new StorageException(StorageException.Kind.THROTTLED, "Events incomplete");
        }
    }

    private static Map<String, AttributeValue> row(String device, DeviceEvent event) {
        return Attributes.key(device, event.key().value())
                .string(DATA, event.data())
                .map();
    }

    /** Reads one row more than requested to know whether there are more. */
    @Override
    public EventPage page(EventRequest request) {
        RowPage page = dynamo.query(query(request));
        boolean more = page.rows().size() > request.limit();
        List<Row> shown = more ? page.rows().subList(0, request.limit()) : page.rows();
        String next = more ? shown.getLast().sk() : page.next();
        return new EventPage(
                shown.stream().map(DynamoDeviceStore::event).toList(), next == null ? null : EventKey.parse(next));
    }

    private static PartitionQuery query(EventRequest request) {
        EventKey after = request.after();
        PartitionQuery oldestFirst = PartitionQuery.of(Table.DEVICES, request.device())
                .between(EventKey.range(request.fromMillis(), request.toMillis()))
                .limit(request.limit() + 1);
        PartitionQuery query = request.newestFirst() ? oldestFirst.descending() : oldestFirst;
        return after == null ? query : query.after(after.value()).eventuallyConsistent();
    }

    private static DeviceEvent event(Row row) {
        return new DeviceEvent(EventKey.parse(row.sk()), row.string(DATA));
    }
}
