package io.feedmill.api.room;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.feedmill.api.ApiMetrics;
import io.feedmill.api.Iso;
import io.feedmill.api.cursor.CursorScope;
import io.feedmill.api.cursor.PageQuery;
import io.feedmill.api.cursor.PageQuery.ItemPage;
import io.feedmill.api.http.ClientIds;
import io.feedmill.api.http.ClientText;
import io.feedmill.api.http.TimeRange;
import io.feedmill.api.security.Caller;
import io.feedmill.common.key.MessageKey;
import io.feedmill.common.key.TickClock;
import io.feedmill.common.key.UserId;
import io.feedmill.common.room.RoomStore;
import io.feedmill.common.room.RoomStore.Message;
import io.feedmill.common.room.RoomStore.MessagePage;
import io.feedmill.common.room.RoomStore.MessageRequest;
import java.security.SecureRandom;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping(path = "/v1/rooms/{room}/messages", produces = MediaType.APPLICATION_JSON_VALUE)
final class MessageController {
    private final RoomStore rooms;
    private final RoomSettings settings;
    private final TickClock clock;
    private final ApiMetrics metrics;
    private final RandomGenerator random = new SecureRandom();

    MessageController(RoomStore rooms, RoomSettings settings, TickClock clock, ApiMetrics metrics) {
        this.rooms = rooms;
        this.settings = settings;
        this.clock = clock;
        this.metrics = metrics;
    }

    record NewMessage(
            @JsonProperty(required = true) String user,
            @JsonProperty(required = true) String text) {}

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
    @ResponseStatus(HttpStatus.CREATED)
    MessageResponse post(@PathVariable String room, @RequestBody NewMessage body, Caller caller) {
        UserId user = caller.actAs("user", body.user());
        String text = ClientText.require(body.text());
        MessageKey key = MessageKey.create(user, clock.next(), random);
        Message message = new Message(ClientIds.name("room", room), key, text);
        rooms.post(message, settings.shards());
        metrics.messagePosted();
        return MessageResponse.of(message);
    }

    @GetMapping
    ItemPage<MessageResponse> messages(
            @PathVariable String room,
            @RequestParam(required = false) @Nullable String user,
            @RequestParam(required = false) @Nullable String prefix,
            TimeRange range,
            PageQuery query) {
        TimeRange sent = DatePrefix.range(prefix, range);
        MessageRequest first = new MessageRequest(
                ClientIds.name("room", room),
                user == null ? null : ClientIds.user("user", user),
                sent.from(),
                sent.to(),
                null,
                query.limit());
        CursorScope scope = CursorScope.messages(first);
        MessagePage page = rooms.page(first.after(query.after(scope, MessageKey::parse)));
        MessageKey next = page.next();
        return query.page(
                scope, page.messages().stream().map(MessageResponse::of).toList(), next == null ? null : next.value());
    }
}
