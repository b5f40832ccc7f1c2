package io.feedmill.testkit.contract;

import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.key.MessageKey;
import io.feedmill.common.key.Ticks;
import io.feedmill.common.key.UserId;
import io.feedmill.common.publish.PostStore.PublishResult;
import io.feedmill.common.room.RoomStore;
import io.feedmill.common.room.RoomStore.Message;
import io.feedmill.common.room.RoomStore.MessageRequest;
import io.feedmill.common.room.RoomStore.RoomShards;
import io.feedmill.common.storage.Page;
import io.feedmill.testkit.Posts;
import io.feedmill.testkit.Race;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The contract of {@link RoomStore}. */
public abstract class RoomStoreContract extends Contract {
    private static final int SHARDS = 4;
    private static final Instant NEVER = Instant.parse("2200-01-01T00:00:00Z");
    private static final Instant PAST = Instant.parse("2000-01-01T00:00:00Z");
    private static final Random RANDOM = new Random();

    private final RoomStore rooms = stores.rooms();
    private final String room = fresh("seattle");
    private final MessageRequest newest = MessageRequest.newest(room, 10);

    private Message post(String user, String instant, String text) {
        return post(message(user, instant, text));
    }

    private Message post(Message message) {
        rooms.post(message, SHARDS, NEVER);
        return message;
    }

    private Optional<Message> once(String key, Message message) {
        return rooms.postOnce(key, message, SHARDS, NEVER);
    }

    @Test
    void theSameMessageWithTheSameKeyIsTheFirstOne() {
        UserId ann = freshUser("ann");
        Message first = message(ann.value(), "2018-08-29T12:00:00Z", "hello");
        assertThat(once("key", first)).contains(first);
        assertThat(once("key", message(ann.value(), "2018-08-29T12:00:01Z", "hello")))
                .contains(first);
        assertThat(once("Key", message(ann.value(), "2018-08-29T12:00:02Z", "hello")))
                .isPresent();
        assertThat(walk(newest.by(ann))).hasSize(2);
        rooms.delete(room, first.key());
        assertThat(once("key", message(ann.value(), "2018-08-29T12:00:03Z", "hello")))
                .contains(first);
        clock.advance(Duration.ofHours(25));
        assertThat(once("key", message(ann.value(), "2018-08-29T12:00:04Z", "bye")))
                .isPresent();
    }

    @Test
    void aKeyOfAnotherRequestIsRefused() {
        UserId ann = freshUser("ann");
        once("key", message(ann.value(), "2018-08-29T12:00:00Z", "hello"));
        Message other = message(ann.value(), "2018-08-29T12:00:01Z", "bye");
        assertThat(once("key", other)).isEmpty();
        assertThat(once("key", new Message(fresh("other"), other.key(), "hello")))
                .isEmpty();
        assertThat(stores.posts().publish(Posts.of(newId(), ann, "hello"), "key"))
                .isEqualTo(new PublishResult.KeyReused());
        assertThat(once("key", message(freshUser("ben").value(), "2018-08-29T12:00:02Z", "bye")))
                .isPresent();
        assertThat(walk(newest)).hasSize(2);
    }

    private Message message(String user, String instant, String text) {
        return new Message(room, MessageKey.create(user(user), tick(instant), RANDOM), text);
    }

    private static long tick(String instant) {
        return Ticks.ofInstant(Instant.parse(instant));
    }

    /** Posts this number of messages by two users, a second apart, oldest first. */
    private List<Message> conversation(int from, int to) {
        return IntStream.range(from, to)
                .mapToObj(i -> {
                    Instant at = Instant.parse("2018-08-29T12:00:00Z").plusSeconds(i);
                    return post(i % 3 == 0 ? "ann" : "ben", at.toString(), "message " + i);
                })
                .toList();
    }

    private static List<Message> by(String user, List<Message> messages) {
        return messages.stream()
                .filter(message -> message.user().value().equals(user))
                .toList();
    }

    private List<Message> walk(MessageRequest request) {
        return walk(
                request.limit(),
                (@Nullable MessageKey after) -> rooms.page(after == null ? request : request.after(after)));
    }

    private List<Message> between(MessageRequest request, String from, String to) {
        return rooms.page(request.between(tick(from), tick(to))).items();
    }

    @Test
    void aRoomWithoutMessagesIsEmpty() {
        assertThat(rooms.page(newest)).isEqualTo(new Page<>(List.of(), null));
        assertThat(rooms.shards(room)).isEmpty();
    }

    @Test
    void messagesOfAllPartitionsAreMergedNewestFirst() {
        List<Message> messages = conversation(0, 40);
        assertThat(walk(newest)).isEqualTo(messages.reversed());
        assertThat(walk(MessageRequest.newest(room, 1))).isEqualTo(messages.reversed());
        assertThat(walk(newest.by(user("ann")))).isEqualTo(by("ann", messages).reversed());
        assertThat(walk(newest.by(user("nobody")))).isEmpty();
    }

    @Test
    void aDeletedMessageIsOnNoPageOfItsUserAndOthersStay() {
        List<Message> messages = conversation(0, 6);
        rooms.spread(room, 8);
        Message deleted = messages.getFirst();
        assertThat(rooms.delete(room, deleted.key())).isTrue();
        assertThat(rooms.delete(room, deleted.key())).isFalse();
        MessageKey ofBen =
                new MessageKey(user("ben"), deleted.key().tick(), deleted.key().suffix());
        assertThat(rooms.delete(room, ofBen)).isFalse();
        assertThat(rooms.delete(fresh("other"), messages.getLast().key())).isFalse();
        assertThat(walk(newest.by(user("ann")))).containsExactly(messages.get(3));
        assertThat(walk(newest)).isEqualTo(messages.subList(1, 6).reversed());
    }

    /** TTL deletes late. */
    @Test
    void expiredMessagesAreOnNoPageAndCannotBeDeleted() {
        List<Message> kept = new ArrayList<>(conversation(0, 12));
        IntStream.range(12, 24).forEach(i -> {
            Instant at = Instant.parse("2018-08-29T12:00:00Z").plusSeconds(i);
            Message expired = message(i % 3 == 0 ? "ann" : "ben", at.toString(), "expired");
            rooms.post(expired, SHARDS, PAST);
            assertThat(rooms.delete(room, expired.key())).isFalse();
        });
        kept.addAll(conversation(24, 30));
        assertThat(walk(MessageRequest.newest(room, 3))).isEqualTo(kept.reversed());
        assertThat(walk(MessageRequest.newest(room, 2).by(user("ann"))))
                .isEqualTo(by("ann", kept).reversed());
    }

    @Test
    void theLastPageOfARoomHasNoCursor() {
        conversation(0, 10);
        assertThat(rooms.page(newest).next()).isNull();
        assertThat(rooms.page(MessageRequest.newest(room, 9)).next()).isNotNull();
    }

    @Test
    void messagesOfOneInstantAreAllStored() {
        List<Message> messages = IntStream.range(0, 20)
                .mapToObj(i -> post("ann", "2018-08-29T12:00:00Z", "message " + i))
                .sorted(Comparator.comparing((Message message) -> message.key().reversed())
                        .reversed())
                .toList();
        assertThat(walk(MessageRequest.newest(room, 7))).isEqualTo(messages);
        assertThat(walk(MessageRequest.newest(room, 7).by(user("ann")))).isEqualTo(messages);
    }

    @Test
    void aRepeatedMessageIsStoredOnce() {
        Message message = post("ann", "2018-08-29T12:00:00Z", "hello");
        post(message);
        assertThat(walk(newest)).containsExactly(message);
    }

    @Test
    void aSpanBeginsWithItsFirstTickAndEndsBeforeItsLast() {
        Message first = post("ann", "2018-08-29T12:00:00Z", "first");
        Message inside = post("ben", "2018-08-29T12:00:00.999999999Z", "inside");
        post("ann", "2018-08-29T11:59:59.999999999Z", "before");
        post("ann", "2018-08-29T12:00:01Z", "behind");
        assertThat(between(newest, "2018-08-29T12:00:00Z", "2018-08-29T12:00:01Z"))
                .containsExactly(inside, first);
        assertThat(between(newest.by(user("ann")), "2018-08-29T12:00:00Z", "2018-08-29T12:00:01Z"))
                .containsExactly(first);
    }

    /** Example 2 of the article: queries by room and user, by year, by month; and by time, which the article needs an index for. */
    @Test
    void theArticlesRoomQueriesFindItsMessages() {
        Message august = post("amsg", "2018-08-29T12:00:00Z", "hello");
        Message september = post("amsg", "2018-09-04T01:00:00Z", "still there?");
        Message earlier = post("amsg", "2017-07-09T13:00:00Z", "first");
        Message other = post("bmsg", "2018-08-30T08:30:00Z", "hi");
        post("amsgs", "2018-08-29T12:00:00Z", "whose name begins alike");
        MessageRequest amsg = newest.by(user("amsg"));
        assertThat(walk(amsg)).containsExactly(september, august, earlier);
        assertThat(between(amsg, "2018-01-01T00:00:00Z", "2019-01-01T00:00:00Z"))
                .containsExactly(september, august);
        assertThat(between(amsg, "2018-08-01T00:00:00Z", "2018-09-01T00:00:00Z"))
                .containsExactly(august);
        assertThat(between(newest, "2018-08-30T00:00:00Z", "2019-01-01T00:00:00Z"))
                .containsExactly(september, other);
    }

    @Test
    void aRoomNamedLikeAPartitionIsAnother() {
        Message message = post("ann", "2018-08-29T12:00:00Z", "hello");
        String alike = room + "-1";
        assertThat(rooms.page(MessageRequest.newest(alike, 10)).items()).isEmpty();
        Message other = new Message(alike, message.key(), "elsewhere");
        rooms.post(other, 1, NEVER);
        assertThat(rooms.page(MessageRequest.newest(alike, 10)).items()).containsExactly(other);
        assertThat(walk(newest)).containsExactly(message);
    }

    @Test
    void aRoomKeepsTheShardsOfItsFirstMessage() {
        post("ann", "2018-08-29T12:00:00Z", "hello");
        rooms.post(message("ann", "2018-08-29T12:00:01Z", "hello"), 2 * SHARDS, NEVER);
        assertThat(rooms.shards(room)).contains(new RoomShards(SHARDS, SHARDS));
    }

    @Test
    void noMessageIsLostWhenTheNumberOfShardsIsRaisedAndLowered() {
        List<Message> messages = new ArrayList<>(conversation(0, 20));
        assertThat(rooms.spread(room, 8)).isEqualTo(new RoomShards(8, 8));
        messages.addAll(conversation(20, 40));
        assertThat(rooms.spread(room, 2)).isEqualTo(new RoomShards(2, 8));
        messages.addAll(conversation(40, 60));
        assertThat(rooms.spread(room, 2)).isEqualTo(new RoomShards(2, 8));
        assertThat(rooms.shards(room)).contains(new RoomShards(2, 8));
        assertThat(walk(newest)).isEqualTo(messages.reversed());
        assertThat(walk(newest.by(user("ann")))).isEqualTo(by("ann", messages).reversed());
    }

    @Test
    void aWalkContinuesWhenTheNumberOfShardsChanges() {
        List<Message> messages = conversation(0, 30);
        Page<Message, MessageKey> first = rooms.page(newest);
        rooms.spread(room, 16);
        conversation(30, 50);
        List<Message> seen = new ArrayList<>(first.items());
        seen.addAll(walk(newest.after(first.next())));
        assertThat(seen).isEqualTo(messages.reversed());
    }

    @Test
    void aRoomMayBeSpreadBeforeItsFirstMessage() {
        assertThat(rooms.spread(room, 3)).isEqualTo(new RoomShards(3, 3));
        Message message = post("ann", "2018-08-29T12:00:00Z", "hello");
        assertThat(rooms.shards(room)).contains(new RoomShards(3, 3));
        assertThat(walk(newest)).containsExactly(message);
    }

    /** The first message creates the room. Concurrent posters use the number of shards that they read. */
    @Test
    void noMessageIsLostInARaceOfPostersAndShardChanges() {
        List<Message> messages = IntStream.range(0, 16)
                .mapToObj(i -> message("ann", "2018-08-29T12:00:00Z", "message " + i))
                .toList();
        Stream<Callable<Object>> posters =
                messages.stream().map(message -> Executors.callable(() -> rooms.post(message, SHARDS, NEVER)));
        Stream<Callable<Object>> changes = Stream.of(2, 8, 5).map(shards -> () -> rooms.spread(room, shards));
        Race.of(Stream.concat(posters, changes).toList());
        assertThat(rooms.shards(room).orElseThrow().max()).isEqualTo(8);
        assertThat(walk(newest)).containsExactlyInAnyOrderElementsOf(messages);
    }

    @Test
    void messagesOfMoreThanOneMegabyteAreAllReadInOrder() {
        rooms.spread(room, 2);
        List<Message> messages = IntStream.range(0, 40)
                .mapToObj(i -> post(
                        "ann",
                        Instant.parse("2018-08-29T12:00:00Z").plusSeconds(i).toString(),
                        i % 2 == 0 ? "x".repeat(150_000) : "short"))
                .toList();
        assertThat(walk(MessageRequest.newest(room, 100))).isEqualTo(messages.reversed());
        assertThat(walk(MessageRequest.newest(room, 100).by(user("ann")))).isEqualTo(messages.reversed());
    }
}
