package io.feedmill.contracts;

import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.key.MessageKey;
import io.feedmill.common.room.RoomStore;
import io.feedmill.common.room.RoomStore.Message;
import io.feedmill.common.room.RoomStore.MessageRequest;
import io.feedmill.common.room.RoomStore.RoomShards;
import io.feedmill.testkit.contract.Contract;
import io.feedmill.testkit.server.DynamoBackend;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/** The number of a room's shards changes between a call's read of it and its write or query. */
class RoomRacesIT extends Contract {
    private static final Meanwhile MEANWHILE = new Meanwhile();
    private static final DynamoBackend BACKEND = DynamoBackend.inDynamoDbLocal(MEANWHILE);

    /** Enough messages that no number of shards leaves all of them in the first shard. */
    private static final int MESSAGES = 8;

    private final RoomStore rooms = stores.rooms();
    private final String room = fresh("room");

    RoomRacesIT() {
        super(BACKEND);
    }

    private Message message(int tick) {
        return new Message(room, new MessageKey(user("ann"), tick, "1".repeat(11)), "message " + tick);
    }

    private void assertReads(List<Message> messages) {
        MessageRequest newest = MessageRequest.newest(room, 100);
        assertThat(rooms.page(newest).items()).isEqualTo(messages.reversed());
        assertThat(rooms.page(newest.by(user("ann"))).items()).isEqualTo(messages.reversed());
    }

    @Test
    void aMessageWrittenWithANumberThatWasLoweredMeanwhileIsRead() {
        List<Message> messages = messages();
        for (Message message : messages) {
            rooms.spread(room, 16);
            MEANWHILE.beforeNext(PutItemRequest.class, () -> rooms.spread(room, 1));
            rooms.post(message, 1, clock.instant().plusSeconds(60));
            assertThat(rooms.shards(room)).contains(new RoomShards(1, 16));
        }
        assertReads(messages);
    }

    @Test
    void aMessageWrittenWithANumberThatWasRaisedMeanwhileIsRead() {
        List<Message> messages = messages();
        for (Message message : messages) {
            rooms.spread(room, 2);
            MEANWHILE.beforeNext(PutItemRequest.class, () -> rooms.spread(room, 16));
            rooms.post(message, 1, clock.instant().plusSeconds(60));
        }
        assertReads(messages);
    }

    @Test
    void theSecondWriterOfANewRoomUsesTheNumberOfTheFirst() {
        for (Message message : messages()) {
            String another = fresh("room");
            Message first = new Message(another, message.key(), "first");
            Message second = new Message(another, message(MESSAGES + 1).key(), "second");
            MEANWHILE.beforeNext(
                    PutItemRequest.class,
                    () -> rooms.post(first, 2, clock.instant().plusSeconds(60)));
            rooms.post(second, 16, clock.instant().plusSeconds(60));
            assertThat(rooms.shards(another)).contains(new RoomShards(2, 2));
            assertThat(rooms.page(MessageRequest.newest(another, 10)).items()).containsExactly(second, first);
        }
    }

    /** A page has all messages from before its start. Later messages may be missing until the next read. */
    @Test
    void aPageReadWithANumberThatWasRaisedMeanwhileHasAllEarlierMessages() {
        List<Message> before = messages();
        before.forEach(message -> rooms.post(message, 2, clock.instant().plusSeconds(60)));
        List<Message> since = IntStream.rangeClosed(MESSAGES + 1, 2 * MESSAGES)
                .mapToObj(this::message)
                .toList();
        MEANWHILE.beforeNext(QueryRequest.class, () -> {
            rooms.spread(room, 16);
            since.forEach(message -> rooms.post(message, 2, clock.instant().plusSeconds(60)));
        });
        assertThat(rooms.page(MessageRequest.newest(room, 100).by(user("ann"))).items())
                .containsAll(before);
        List<Message> all = new ArrayList<>(before);
        all.addAll(since);
        assertReads(all);
    }

    private List<Message> messages() {
        return IntStream.rangeClosed(1, MESSAGES).mapToObj(this::message).toList();
    }
}
