package io.feedmill.common.room;

import io.feedmill.common.dynamo.Attributes;
import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.dynamo.Dynamo.Consistency;
import io.feedmill.common.dynamo.IndexQuery;
import io.feedmill.common.dynamo.MergedQuery;
import io.feedmill.common.dynamo.PartitionQuery;
import io.feedmill.common.dynamo.Row;
import io.feedmill.common.dynamo.RowQuery;
import io.feedmill.common.dynamo.RowQuery.RowPage;
import io.feedmill.common.dynamo.Table;
import io.feedmill.common.dynamo.TransactionResult;
import io.feedmill.common.key.MessageKey;
import io.feedmill.common.key.NumberedKey;
import io.feedmill.common.publish.KeyedRequest;
import io.feedmill.common.room.RoomStore.Message;
import io.feedmill.common.room.RoomStore.MessagePage;
import io.feedmill.common.room.RoomStore.MessageRequest;
import io.feedmill.common.room.RoomStore.RoomShards;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.springframework.context.annotation.Bean;
import org.springframework.stereotype.Component;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/**
 * Rooms in the table {@code rooms}. A read asks as many partitions as the room ever had, by a strongly consistent read of its row; so a write
 * may use an older count.
 */
@Component
record DynamoRoomStore(Dynamo dynamo, Clock clock) implements RoomStore {
    /** A user's messages of one nanosecond. */
    private static final int MAX_OF_TICK = 10;

    @Override
    public void post(Message message, int newRoomShards, Instant expires) {
        dynamo.putIfAbsent(RoomRows.TABLE, row(message, newRoomShards, expires));
    }

    @Override
    public Optional<Message> postOnce(String key, Message message, int newRoomShards, Instant expires) {
        KeyedRequest request = message.keyed(key);
        List<TransactWriteItem> writes = List.of(
                dynamo.put(RoomRows.TABLE, row(message, newRoomShards, expires)),
                request.put(dynamo, message.key().value(), clock.instant()));
        return switch (dynamo.transact(writes)) {
            case TransactionResult.Committed committed -> Optional.of(message);
            case TransactionResult.ConditionFailed lost ->
                request.made(lost).map(made -> new Message(message.room(), MessageKey.parse(made), message.text()));
        };
    }

    private Attributes row(Message message, int newRoomShards, Instant expires) {
        int shards = writable(message.room()).orElseGet(() -> opened(message.room(), newRoomShards));
        return RoomRows.message(message, shards, expires);
    }

    /** At half the price of a consistent read. */
    private Optional<Integer> writable(String room) {
        return dynamo.getAll(RoomRows.TABLE, List.of(RoomRows.roomKey(room)), Consistency.EVENTUAL).stream()
                .findFirst()
                .map(row -> RoomRows.shards(row).current());
    }

    private int opened(String room, int shards) {
        return dynamo.putIfAbsent(RoomRows.TABLE, RoomRows.room(room, shards))
                .map(earlier -> RoomRows.shards(earlier).current())
                .orElse(shards);
    }

    /** The partition of a message depends on the room's shards at its time: all are asked. */
    @Override
    public boolean delete(String room, MessageKey message) {
        MessageRequest ofTick =
                MessageRequest.newest(room, MAX_OF_TICK).by(message.user()).between(message.tick(), message.tick() + 1);
        List<Row> rows = rows(ofTick).rows().stream()
                .filter(row -> row.sk().equals(message.value()) && !row.expired(clock.instant()))
                .toList();
        rows.forEach(row -> dynamo.delete(RoomRows.TABLE, Attributes.key(row.pk(), row.sk())));
        return !rows.isEmpty();
    }

    @Override
    public MessagePage page(MessageRequest request) {
        RowPage page = rows(request);
        Instant now = clock.instant();
        List<Message> messages = page.rows().stream()
                .filter(row -> !row.expired(now))
                .map(row -> RoomRows.message(request.room(), row))
                .toList();
        return new MessagePage(
                messages,
                page.next() == null
                        ? null
                        : MessageKey.parse(page.rows().getLast().sk()));
    }

    private RowPage rows(MessageRequest request) {
        int partitions = shards(request.room()).map(RoomShards::max).orElse(0);
        List<RowQuery> queries = NumberedKey.all(request.room(), partitions).stream()
                .map(partition -> query(partition, request))
                .toList();
        return new MergedQuery(dynamo, queries, request.limit()).page();
    }

    private RowQuery query(NumberedKey partition, MessageRequest request) {
        return request.user() == null ? ofAll(partition, request) : ofUser(partition, request);
    }

    private PartitionQuery ofUser(NumberedKey partition, MessageRequest request) {
        MessageKey after = request.after();
        PartitionQuery query = PartitionQuery.of(RoomRows.TABLE, partition.value())
                .between(request.range())
                .descending();
        return after == null ? query : query.furtherPage(after.value(), after.sentAt(), clock.instant());
    }

    private static IndexQuery ofAll(NumberedKey partition, MessageRequest request) {
        MessageKey after = request.after();
        return new IndexQuery(
                RoomRows.TABLE,
                RoomRows.BY_TIME,
                partition.value(),
                request.range(),
                after == null ? null : RoomRows.position(partition, after),
                request.limit());
    }

    @Override
    public Optional<RoomShards> shards(String room) {
        return dynamo.get(RoomRows.TABLE, RoomRows.roomKey(room)).map(RoomRows::shards);
    }

    /** A failed condition means that the room has this count already. */
    @Override
    public RoomShards spread(String room, int shards) {
        return RoomRows.shards(dynamo.update(RoomRows.spread(room, shards)).latest());
    }

    @Bean
    static Table roomsTable() {
        return RoomRows.TABLE;
    }
}
