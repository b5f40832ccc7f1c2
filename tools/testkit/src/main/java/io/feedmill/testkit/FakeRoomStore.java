package io.feedmill.testkit;

import io.feedmill.common.key.MessageKey;
import io.feedmill.common.room.RoomStore;
import io.feedmill.common.room.RoomStore.Message;
import io.feedmill.common.room.RoomStore.MessagePage;
import io.feedmill.common.room.RoomStore.MessageRequest;
import io.feedmill.common.room.RoomStore.RoomShards;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/** Rooms with one partition each: the number of shards has no effect on storage. */
final class FakeRoomStore implements RoomStore {
    private final Map<String, NavigableMap<MessageKey, Message>> messages = new HashMap<>();
    private final Map<String, RoomShards> shards = new HashMap<>();

    @Override
    public synchronized void post(Message message, int newRoomShards) {
        shards.putIfAbsent(message.room(), new RoomShards(newRoomShards, newRoomShards));
        messages.computeIfAbsent(message.room(), room -> new TreeMap<>()).putIfAbsent(message.key(), message);
    }

    /** One message more than asked for tells whether there are more. */
    @Override
    public synchronized MessagePage page(MessageRequest request) {
        List<Message> found = newestFirst(request.room()).values().stream()
                .filter(message -> isMeant(message.key(), request))
                .limit(request.limit() + 1L)
                .toList();
        boolean more = found.size() > request.limit();
        List<Message> shown = more ? found.subList(0, request.limit()) : found;
        return new MessagePage(shown, more ? shown.getLast().key() : null);
    }

    private NavigableMap<MessageKey, Message> newestFirst(String room) {
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
    public synchronized Optional<RoomShards> shards(String room) {
        return Optional.ofNullable(shards.get(room));
    }

    @Override
    public synchronized RoomShards spread(String room, int count) {
        return shards.merge(
                room,
                new RoomShards(count, count),
                (before, now) -> new RoomShards(count, Math.max(before.max(), count)));
    }
}
