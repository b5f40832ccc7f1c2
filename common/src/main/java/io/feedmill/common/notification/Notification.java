package io.feedmill.common.notification;

import io.feedmill.common.key.UserId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A group as it is stored: a pointer to what is to be shown.
 *
 * @param at the tick at which the newest event was written; all that a user has differ
 * @param newest the tick of the newest event
 * @param actors who caused it, newest first: up to 20
 * @param more whether there were others
 * @param read whether the user has read it since {@code at}
 * @param data what a service said with it, a JSON object; null: nothing
 */
public record Notification(
        NotificationKey key,
        long at,
        long newest,
        List<Actor> actors,
        boolean more,
        boolean read,
        @Nullable String data) {

    /** Who caused a notification, by an event of this tick. */
    public record Actor(UserId user, long tick) {}
}
