package io.feedmill.testkit;

import io.feedmill.common.key.MessageKey;
import io.feedmill.common.publish.KeyedRequest;
import io.feedmill.common.room.RoomStore;
import io.feedmill.common.room.RoomStore.Message;
import io.feedmill.common.room.RoomStore.MessagePage;
import io.feedmill.common.room.RoomStore.MessageRequest;
import io.feedmill.common.room.RoomStore.RoomShards;
import io.feedmill.testkit.FakeTables.Request;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/** Rooms with one partition each: the number of shards has no effect on storage. */
final class FakeRoomStore implements RoomStore {
    private final Map<String, NavigableMap<MessageKey, Stored>> messages = new HashMap<>();
    private final Map<String, RoomShards> shards = new HashMap<>();
    private final FakeTables tables;

    private record Stored(Message message, Instant expires) {}

    FakeRoomStore(FakeTables tables) {
        this.tables = tables;
    }

    @Override
    public void post(Message message, int newRoomShards, Instant expires) {
        shards.putIfAbsent(message.room(), new RoomShards(newRoomShards, newRoomShards));
        messages.computeIfAbsent(message.room(), room -> new TreeMap<>())
                .putIfAbsent(message.key(), new Stored(message, expires));
    }

    @Override
    public Optional<Message> postOnce(String key, Message message, int newRoomShards, Instant expires) {
        KeyedRequest request = message.keyed(key);
        Request earlier = tables.earlier(request);
        if (earlier != null) {
            return earlier.body().equals(request.body()) ? Optional.of((Message) earlier.answer()) : Optional.empty();
        }
        post(message, newRoomShards, expires);
        tables.remember(request, message);
        return Optional.of(message);
    }

    @Override
    public boolean delete(String room, MessageKey message) {
        Stored removed = messages.getOrDefault(room, new TreeMap<>()).remove(message);
        return removed != null && removed.expires().isAfter(tables.now());
    }

    /** One message more than asked for tells whether there are more. An expired one takes its place, as a row that TTL has not deleted yet. */
    @Override
    public MessagePage page(MessageRequest request) {
        List<Stored> found = newestFirst(request.room()).values().stream()
                .filter(stored -> isMeant(stored.message().key(), request))
                .limit(request.limit() + 1L)
                .toList();
        boolean more = found.size() > request.limit();
        List<Stored> shown = more ? found.subList(0, request.limit()) : found;
        Instant now = tables.now();
        return new MessagePage(
                shown.stream()
                        .filter(stored -> stored.expires().isAfter(now))
                        .map(Stored::message)
                        .toList(),
                more ? shown.getLast().message().key() : null);
    }

    private NavigableMap<MessageKey, Stored> newestFirst(String room) {
        return messages.getOrDefault(room, new TreeMap<>()).descendingMap();
    }

    private static boolean isMeant(MessageKey key, MessageRequest request) {
        MessageKey after = request.after();
        return (request.user() == null || key.user().equals(request.user()))
                && key.tick() >= request.fromTick()
                && key.tick() < request.toTick()
                && (after == null || key.compareTo(after) < 0);
    }

    @Override
    public Optional<RoomShards> shards(String room) {
        return Optional.ofNullable(shards.get(room));
    }

    @Override
    public RoomShards spread(String room, int count) {
        return shards.merge(
                room,
                new RoomShards(count, count),
                (before, now) -> new RoomShards(count, Math.max(before.max(), count)));
    }
}
