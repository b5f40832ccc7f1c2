package io.feedmill.common.device;

import io.feedmill.common.device.DeviceStore.DeviceEvent;
import io.feedmill.common.device.DeviceStore.EventRequest;
import io.feedmill.common.dynamo.Attributes;
import io.feedmill.common.dynamo.PartitionQuery;
import io.feedmill.common.dynamo.Row;
import io.feedmill.common.dynamo.Table;
import io.feedmill.common.dynamo.TableSchema;
import io.feedmill.common.key.EventKey;
import java.time.Instant;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The rows of the table {@code devices}: device, then {@code <milliseconds>#<event id>}. */
final class DeviceRows {
    public static final Table TABLE = Table.of("devices");

    private static final String DATA = "data";

    private DeviceRows() {}

    static Map<String, AttributeValue> of(String device, DeviceEvent event, Instant expires) {
        return Attributes.key(device, event.key().value())
                .string(DATA, event.data())
                .number(TableSchema.EXPIRES, expires.getEpochSecond())
                .map();
    }

    static DeviceEvent event(Row row) {
        return new DeviceEvent(EventKey.parse(row.sk()), row.string(DATA));
    }

    /** Reads one row more than requested. */
    static PartitionQuery query(EventRequest request) {
        EventKey after = request.after();
        PartitionQuery oldestFirst = PartitionQuery.of(TABLE, request.device())
                .between(EventKey.range(request.fromMillis(), request.toMillis()))
                .limit(request.limit() + 1);
        PartitionQuery query = request.newestFirst() ? oldestFirst.descending() : oldestFirst;
        return after == null ? query : query.after(after.value()).eventuallyConsistent();
    }
}
