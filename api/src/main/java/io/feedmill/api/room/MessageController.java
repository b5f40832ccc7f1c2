package io.feedmill.api.room;

import io.feedmill.api.cursor.CursorScope;
import io.feedmill.api.cursor.Cursors;
import io.feedmill.api.id.ClientIds;
import io.feedmill.api.metric.ApiMetrics;
import io.feedmill.api.page.ItemPage;
import io.feedmill.api.page.Limit;
import io.feedmill.api.time.TickSpan;
import io.feedmill.common.key.MessageKey;
import io.feedmill.common.key.TickClock;
import io.feedmill.common.room.Message;
import io.feedmill.common.room.MessagePage;
import io.feedmill.common.room.MessageRequest;
import io.feedmill.common.room.RoomStore;
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
    private final Cursors cursors;
    private final TickClock clock;
    private final ApiMetrics metrics;
    private final RandomGenerator random = new SecureRandom();

    MessageController(RoomStore rooms, RoomSettings settings, Cursors cursors, TickClock clock, ApiMetrics metrics) {
        this.rooms = rooms;
        this.settings = settings;
        this.cursors = cursors;
        this.clock = clock;
        this.metrics = metrics;
    }

    @PostMapping(consumes = MediaType.APPLICATION_JSON_VALUE)
    @ResponseStatus(HttpStatus.CREATED)
    MessageResponse post(@PathVariable String room, @RequestBody NewMessage body) {
        body.check();
        MessageKey key = MessageKey.create(ClientIds.user("user", body.user()), clock.next(), random);
        Message message = new Message(ClientIds.name("room", room), key, body.text());
        rooms.post(message, settings.shards());
        metrics.messagePosted();
        return MessageResponse.of(message);
    }

    @GetMapping
    ItemPage<MessageResponse> messages(
            @PathVariable String room,
            @RequestParam(required = false) @Nullable String user,
            @RequestParam(required = false) @Nullable String prefix,
            @RequestParam(required = false) @Nullable String from,
            @RequestParam(required = false) @Nullable String to,
            @RequestParam(required = false) @Nullable String limit,
            @RequestParam(required = false) @Nullable String cursor) {
        TickSpan span = MessageSpan.parse(prefix, from, to);
        MessageRequest first = new MessageRequest(
                ClientIds.name("room", room),
                user == null ? null : ClientIds.user("user", user),
                span.from(),
                span.to(),
                null,
                Limit.parse(limit));
        return page(first, cursor);
    }

    private ItemPage<MessageResponse> page(MessageRequest first, @Nullable String cursor) {
        CursorScope scope = CursorScope.messages(first);
        String position = cursors.position(scope, cursor);
        MessagePage page = rooms.page(first.after(position == null ? null : MessageKey.parse(position)));
        MessageKey next = page.next();
        return new ItemPage<>(
                page.messages().stream().map(MessageResponse::of).toList(),
                cursors.issue(scope, next == null ? null : next.value()));
    }
}
