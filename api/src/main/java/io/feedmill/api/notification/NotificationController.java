package io.feedmill.api.notification;

import io.feedmill.api.cursor.CursorScope;
import io.feedmill.api.cursor.PageQuery;
import io.feedmill.api.cursor.PageQuery.ItemPage;
import io.feedmill.api.http.ClientData;
import io.feedmill.api.http.ClientIds;
import io.feedmill.api.http.Iso;
import io.feedmill.api.live.Badge.Unseen;
import io.feedmill.api.notification.NotificationPages.NotificationResponse;
import io.feedmill.api.problem.ProblemException;
import io.feedmill.api.problem.ProblemType;
import io.feedmill.api.security.Access;
import io.feedmill.api.security.Scope;
import io.feedmill.common.key.MonotonicTicks;
import io.feedmill.common.key.Ticks;
import io.feedmill.common.key.UserId;
import io.feedmill.common.notification.NotificationKey;
import io.feedmill.common.notification.NotificationStore;
import io.feedmill.common.notification.NotificationStore.Position;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.node.ObjectNode;

@RestController
@RequestMapping("/v1/users/{user}")
@Access(scope = Scope.FEED, owner = "{user}")
record NotificationController(
        NotificationPages pages, NotificationStore notifications, MonotonicTicks ticks, Clock clock) {
    private static final Duration AHEAD = Duration.ofMinutes(1);
    private static final int MAX_DATA = 512;

    /** What a service tells a user. */
    record NewNotification(String kind, String object, Optional<String> actor, Optional<ObjectNode> data) {}

    /** The {@code at} of the newest notification that the user was shown. */
    record SeenBody(String until) {}

    @GetMapping(path = "/notifications", produces = MediaType.APPLICATION_JSON_VALUE)
    ItemPage<NotificationResponse> notifications(@PathVariable String user, PageQuery query) {
        UserId reader = ClientIds.user("user", user);
        CursorScope scope = CursorScope.of("notifications", reader);
        Position after = query.after(scope, text -> position(reader, text));
        return query.page(
                scope,
                pages.page(reader, after, query.limit()),
                item -> item,
                last -> last.at() + "." + last.key().id());
    }

    private static Position position(UserId user, String text) {
        String[] parts = text.split("\\.", 2);
        return new Position(Long.parseLong(parts[0]), NotificationKey.ofId(user, parts[1]));
    }

    @GetMapping(path = "/notifications:unseen", produces = MediaType.APPLICATION_JSON_VALUE)
    Unseen unseenNotifications(@PathVariable String user) {
        return pages.unseen(ClientIds.user("user", user));
    }

    @PutMapping(path = "/notifications:seen", consumes = MediaType.APPLICATION_JSON_VALUE)
    void seeNotifications(@PathVariable String user, @RequestBody SeenBody body) {
        UserId reader = ClientIds.user("user", user);
        long until = Iso.tick(body.until()).orElseThrow(NotificationController::invalidUntil);
        boolean ahead = until > Ticks.ofInstant(clock.instant().plus(AHEAD));
        if (ahead && until > notifications.marks(reader).newest()) {
            throw invalidUntil();
        }
        notifications.see(reader, until);
    }

    private static ProblemException invalidUntil() {
        return ProblemException.invalidBody("Invalid 'until': use the 'at' of the newest notification that was shown.");
    }

    @PutMapping("/notifications/{id}:read")
    void readNotification(@PathVariable String user, @PathVariable String id) {
        UserId reader = ClientIds.user("user", user);
        if (ClientIds.parse(text -> NotificationKey.ofId(reader, text), id)
                .filter(notifications::read)
                .isEmpty()) {
            throw new ProblemException(
                    ProblemType.NOTIFICATION_NOT_FOUND, "The user has no notification with this id any more.");
        }
    }

    /** A repetition is a newer event of the same notification. */
    @PostMapping(path = "/notifications", consumes = MediaType.APPLICATION_JSON_VALUE)
    @Access(scope = Scope.NOTIFY, owner = Access.ALL)
    void sendNotification(@PathVariable String user, @RequestBody NewNotification body) {
        NotificationKey key = key(ClientIds.user("user", user), body);
        UserId actor = body.actor().map(id -> ClientIds.user("actor", id)).orElse(null);
        notifications.add(key, actor, ClientData.require(body.data(), MAX_DATA), ticks.next());
    }

    private static NotificationKey key(UserId user, NewNotification body) {
        return ClientIds.parse(object -> new NotificationKey(user, body.kind(), object), body.object())
                .filter(key -> !VisibleNotifications.CAUSED.contains(key.kind())
                        && !key.object().isEmpty())
                .filter(key -> key.object().chars().noneMatch(Character::isISOControl))
                .orElseThrow(() ->
                        ProblemException.invalidBody("Invalid 'kind' or 'object': use a kind of 1 to 32 characters "
                                + "from a-z 0-9 - that is none of " + String.join(", ", VisibleNotifications.CAUSED)
                                + ", and an object of 1 to " + NotificationKey.MAX_OBJECT
                                + " characters without control characters."));
    }
}
