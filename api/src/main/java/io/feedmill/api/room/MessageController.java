package io.feedmill.api.room;

import io.feedmill.api.access.ReadAccess;
import io.feedmill.api.cursor.CursorScope;
import io.feedmill.api.cursor.PageBudget;
import io.feedmill.api.cursor.PageQuery;
import io.feedmill.api.cursor.PageQuery.ItemPage;
import io.feedmill.api.http.ClientIds;
import io.feedmill.api.http.ClientText;
import io.feedmill.api.http.Iso;
import io.feedmill.api.http.TimeRange;
import io.feedmill.api.metrics.ApiMetrics;
import io.feedmill.api.metrics.ApiMetrics.Event;
import io.feedmill.api.post.IdempotencyKey;
import io.feedmill.api.problem.ProblemException;
import io.feedmill.api.problem.ProblemType;
import io.feedmill.api.security.Access;
import io.feedmill.api.security.Caller;
import io.feedmill.api.security.Scope;
import io.feedmill.common.key.MessageKey;
import io.feedmill.common.key.MonotonicTicks;
import io.feedmill.common.key.UserId;
import io.feedmill.common.room.RoomStore;
import io.feedmill.common.room.RoomStore.Message;
import io.feedmill.common.room.RoomStore.MessageRequest;
import io.feedmill.common.storage.Page;
import java.time.Instant;
import java.util.Objects;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping(path = "/v1/rooms/{room}/messages", produces = MediaType.APPLICATION_JSON_VALUE)
record MessageController(
        RoomStore rooms,
        ReadAccess access,
        RoomSettings settings,
        MonotonicTicks clock,
        RandomGenerator random,
        ApiMetrics metrics) {
    /** Messages of one nanosecond. */
    private static final int MAX_OF_TICK = 100;

    record NewMessage(String user, String text) {}

    /** A message; its id is unique within the room. */
    record MessageResponse(String id, String room, String user, String text, String createdAt) {

        static MessageResponse of(Message message) {
            return new MessageResponse(
                    message.key().time(),
                    message.room(),
                    message.user().value(),
                    message.text(),
                    Iso.format(message.key().sentAt()));
        }
    }

    @PostMapping(consumes = MediaType.APPLICATION_JSON_VALUE)
    @Access(scope = Scope.ROOM, owner = "user")
    @ResponseStatus(HttpStatus.CREATED)
    MessageResponse sendMessage(
            @PathVariable String room,
            @RequestBody NewMessage body,
            @RequestHeader HttpHeaders headers,
            Caller caller) {
        UserId user = caller.actAs("user", body.user());
        String text = ClientText.require(body.text());
        MessageKey key = MessageKey.create(user, clock.next(), random);
        Message message = new Message(ClientIds.name("room", room), key, text);
        Message sent = send(IdempotencyKey.of(headers), message, key.sentAt().plus(settings.retention()));
        if (sent.key().equals(key)) {
            metrics.count(Event.MESSAGES_POSTED);
        }
        return MessageResponse.of(sent);
    }

    /** Returns the message, or that of an earlier request with the same key. */
    private Message send(@Nullable String key, Message message, Instant expires) {
        if (key == null) {
            rooms.post(message, settings.shards(), expires);
            return message;
        }
        return rooms.postOnce(key, message, settings.shards(), expires).orElseThrow(IdempotencyKey::reused);
    }

    @GetMapping
    @Access(scope = Scope.ROOM, owner = Access.READER)
    ItemPage<MessageResponse> roomMessages(
            @PathVariable String room,
            @RequestParam(required = false) @Nullable String user,
            @RequestParam(required = false) @Nullable String prefix,
            TimeRange range,
            Caller caller,
            PageQuery query) {
        TimeRange sent = DatePrefix.range(prefix, range);
        MessageRequest first = new MessageRequest(
                ClientIds.name("room", room),
                user == null ? null : ClientIds.user("user", user),
                sent.from(),
                sent.to(),
                null,
                query.limit());
        CursorScope scope = CursorScope.of(
                "messages", caller.viewer(), first.room(), first.user(), first.fromTick(), first.toTick());
        Page<Message, MessageKey> page = PageBudget.page(
                query.after(scope, MessageKey::parse),
                query.limit(),
                (after, limit) -> rooms.page(first.after(after).limit(limit)),
                messages -> access.unblocked(messages, Message::user, caller.viewer()),
                message -> PageBudget.bytes(message.text()),
                Message::key);
        return query.page(scope, page, MessageResponse::of, MessageKey::value);
    }

    /** Deletes a message of the caller, or as a takedown any. */
    @DeleteMapping(path = "/{id}", produces = MediaType.ALL_VALUE)
    @Access(scope = Scope.ROOM, owner = Access.AUTHOR, anyOwner = Scope.ADMIN)
    void deleteMessage(@PathVariable String room, @PathVariable String id, Caller caller) {
        String name = ClientIds.name("room", room);
        boolean deleted = candidates(name, id, caller)
                .filter(message -> caller.mayRetractPostsOf(message.user()))
                .anyMatch(message -> rooms.delete(name, message));
        if (!deleted) {
            throw messageNotFound();
        }
    }

    /** The caller's own message of this id, then those that the index has: an id does not say who wrote it. */
    private Stream<MessageKey> candidates(String room, String id, Caller caller) {
        MessageKey own = ofTime(Objects.requireNonNullElse(caller.viewer(), caller.announcer()), id);
        MessageRequest ofTick = MessageRequest.newest(room, MAX_OF_TICK).between(own.tick(), own.tick() + 1);
        return Stream.concat(
                Stream.of(own),
                Stream.of(ofTick)
                        .flatMap(request -> rooms.page(request).items().stream())
                        .map(Message::key)
                        .filter(message -> message.time().equals(id)));
    }

    private static MessageKey ofTime(UserId user, String id) {
        return ClientIds.parse(time -> MessageKey.of(user, time), id)
                .filter(message -> message.tick() < Long.MAX_VALUE)
                .orElseThrow(MessageController::messageNotFound);
    }

    private static ProblemException messageNotFound() {
        return new ProblemException(
                ProblemType.MESSAGE_NOT_FOUND, "The room has no message with this id that the caller may delete.");
    }
}
