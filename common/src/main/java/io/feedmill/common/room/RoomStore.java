package io.feedmill.common.room;

import io.feedmill.common.dynamo.Attributes;
import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.dynamo.Dynamo.Consistency;
import io.feedmill.common.dynamo.MergedQuery;
import io.feedmill.common.dynamo.PartitionQuery;
import io.feedmill.common.dynamo.PartitionQuery.RowPage;
import io.feedmill.common.dynamo.Row;
import io.feedmill.common.dynamo.Table;
import io.feedmill.common.dynamo.Table.Index;
import io.feedmill.common.dynamo.TransactionResult;
import io.feedmill.common.dynamo.Update;
import io.feedmill.common.key.KeyRange;
import io.feedmill.common.key.MessageKey;
import io.feedmill.common.key.NumberedKey;
import io.feedmill.common.key.UserId;
import io.feedmill.common.publish.KeyedRequest;
import io.feedmill.common.queue.Feature;
import io.feedmill.common.storage.Page;
import java.time.Clock;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Bean;
import org.springframework.stereotype.Component;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/**
 * Messages of rooms, and the number of partitions of each room, in the table {@code rooms}. Thread-safe. A read asks as many partitions as the room
 * ever had, by a strongly consistent read of its row; so a write may use an older count.
 */
@Component
public record RoomStore(Dynamo dynamo, Clock clock) {
    /** Messages of a room by time, of all users. */
    private static final Index BY_TIME = Index.global("by_time");

    /** {@code <room>-<shard>} has messages, {@code room:<room>} its counts of shards. The names never coincide. */
    private static final Table TABLE = new Table("rooms", true, BY_TIME);

    private static final String SHARDS = "shards";
    private static final String HAD = "had";
    private static final String TEXT = "text";

    /** A user's messages of one nanosecond. */
    private static final int MAX_OF_TICK = 10;

    /**
     * Stores the message until it expires: no page has it from then on. The same one again changes nothing. If it is its room's first, the room has 1
     * to {@link RoomShards#MAX} partitions from then on.
     */
    public void post(Message message, int newRoomShards, Instant expires) {
        dynamo.putIfAbsent(TABLE, row(message, newRoomShards, expires));
    }

    /**
     * As {@link #post}, unless an earlier request of the user with this idempotency key was answered within the last 24 hours: then it returns the
     * message of that, which may be deleted by now; empty if the key belongs to a request that says something else.
     */
    public Optional<Message> postOnce(String key, Message message, int newRoomShards, Instant expires) {
        KeyedRequest request = message.keyed(key);
        List<TransactWriteItem> writes = List.of(
                dynamo.put(TABLE, row(message, newRoomShards, expires)),
                request.put(dynamo, message.key().value(), clock.instant()));
        return switch (dynamo.transact(writes)) {
            case TransactionResult.Committed committed -> Optional.of(message);
            case TransactionResult.ConditionFailed lost ->
                request.made(lost).map(made -> new Message(message.room(), MessageKey.parse(made), message.text()));
        };
    }

    private Attributes row(Message message, int newRoomShards, Instant expires) {
        int shards = writable(message.room()).orElseGet(() -> opened(message.room(), newRoomShards));
        MessageKey key = message.key();
        return position(NumberedKey.of(message.room(), key.time(), shards), key)
                .string(TEXT, message.text())
                .expires(expires);
    }

    /** The keys of a message in the table and in its index. */
    private static Attributes position(NumberedKey partition, MessageKey key) {
        return Attributes.key(partition.value(), key.value()).string(BY_TIME.attribute(), key.reversed());
    }

    private static Attributes roomKey(String room) {
        return Attributes.key("room:" + room, SHARDS);
    }

    /** At half the price of a consistent read. */
    private Optional<Integer> writable(String room) {
        return dynamo.getAll(TABLE, Stream.of(roomKey(room)), Consistency.EVENTUAL).stream()
                .findFirst()
                .map(row -> counts(row).current());
    }

    private int opened(String room, int shards) {
        Attributes row = roomKey(room).number(SHARDS, shards).numbers(HAD, List.of(shards));
        return dynamo.putIfAbsent(TABLE, row)
                .map(earlier -> counts(earlier).current())
                .orElse(shards);
    }

    private static RoomShards counts(Row room) {
        return new RoomShards((int) room.number(SHARDS), Collections.max(room.numbers(HAD)));
    }

    /**
     * Deletes the message; returns false if it does not exist. Strongly consistent; an index has it a moment longer. The partition of a message
     * depends on the room's shards at its time: all are asked.
     */
    public boolean delete(String room, MessageKey message) {
        MessageRequest ofTick =
                MessageRequest.newest(room, MAX_OF_TICK).by(message.user()).between(message.tick(), message.tick() + 1);
        List<Row> rows = rows(ofTick).rows().stream()
                .filter(row -> row.sk().equals(message.value()) && !row.expired(clock.instant()))
                .toList();
        rows.forEach(row -> dynamo.delete(TABLE, Attributes.key(row.pk(), row.sk())));
        return !rows.isEmpty();
    }

    /**
     * A page from all of the room's partitions. A user's first page is strongly consistent, and so are further ones that may have messages of the
     * last 5 minutes. A page may be short or empty before the end. Messages of all users come from an index, which has them a moment after {@link #post} returned.
     */
    public Page<Message, MessageKey> page(MessageRequest request) {
        RowPage page = rows(request);
        Instant now = clock.instant();
        return page.page(
                rows -> rows.filter(row -> !row.expired(now))
                        .map(row -> new Message(request.room(), MessageKey.parse(row.sk()), row.string(TEXT))),
                any -> MessageKey.parse(page.rows().getLast().sk()));
    }

    private RowPage rows(MessageRequest request) {
        int partitions = shards(request.room()).map(RoomShards::max).orElse(0);
        List<PartitionQuery> queries = NumberedKey.all(request.room(), partitions).stream()
                .map(partition -> query(partition, request))
                .toList();
        return MergedQuery.page(dynamo, queries, request.limit());
    }

    private PartitionQuery query(NumberedKey partition, MessageRequest request) {
        MessageKey after = request.after();
        PartitionQuery all = PartitionQuery.of(TABLE, partition.value())
                .between(request.range())
                .descending();
        if (request.user() == null) {
            return all.byIndex().after(after == null ? null : position(partition, after));
        }
        return after == null ? all : all.furtherPage(after.value(), after.sentAt(), clock.instant());
    }

    /** Empty for a room without messages. Strongly consistent. */
    public Optional<RoomShards> shards(String room) {
        return dynamo.get(TABLE, roomKey(room)).map(RoomStore::counts);
    }

    /**
     * Spreads new messages over this number of partitions, 1 to {@link RoomShards#MAX}. Messages stay where they are and are read there: the number
     * may be raised and lowered at any time. A failed condition means that the room has this count already.
     */
    public RoomShards spread(String room, int shards) {
        Update spread = new Update(
                TABLE,
                roomKey(room),
                "SET shards = :shards ADD had :had",
                "attribute_not_exists(shards) OR shards <> :shards",
                Attributes.of().number(":shards", shards).numbers(":had", List.of(shards)));
        return counts(dynamo.update(spread).row());
    }

    @Bean
    static Feature roomFeature() {
        return Feature.of(TABLE);
    }

    public record Message(String room, MessageKey key, String text) {

        public UserId user() {
            return key.user();
        }

        public KeyedRequest keyed(String idempotencyKey) {
            return KeyedRequest.of(user(), idempotencyKey, "message", room, text);
        }
    }

    /** A request for up to 100 messages of a room in a span of time, without its end, newest first, after a message or from the first page on. */
    public record MessageRequest(
            String room,
            @Nullable UserId user,
            long fromTick,
            long toTick,
            @Nullable MessageKey after,
            int limit) {

        /** The newest messages of all users. */
        public static MessageRequest newest(String room, int limit) {
            return new MessageRequest(room, null, 0, Long.MAX_VALUE, null, limit);
        }

        public MessageRequest by(UserId author) {
            return new MessageRequest(room, author, fromTick, toTick, after, limit);
        }

        public MessageRequest between(long from, long to) {
            return new MessageRequest(room, user, from, to, after, limit);
        }

        public MessageRequest after(@Nullable MessageKey message) {
            return new MessageRequest(room, user, fromTick, toTick, message, limit);
        }

        public MessageRequest limit(int messages) {
            return new MessageRequest(room, user, fromTick, toTick, after, messages);
        }

        /** The range of the table's sort keys, or of the index's for all users. */
        KeyRange range() {
            return user == null ? MessageKey.ofEverybody(fromTick, toTick) : MessageKey.ofUser(user, fromTick, toTick);
        }
    }

    /** The number of partitions of a room: the current one for new messages, and the greatest that it ever had for reads. */
    public record RoomShards(int current, int max) {
        /** A page asks every partition. */
        public static final int MAX = 64;
    }
}
