package io.feedmill.common.notification;

import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.key.UserId;
import io.feedmill.common.storage.Page;
import java.time.Clock;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** The notifications of users, in the table {@code notifications}. Reads are strongly consistent. Thread-safe. */
@Component
public record NotificationStore(Dynamo dynamo, Clock clock) {

    /** Reads the cause of a group: those of these users whose event stands, with its tick. Strongly consistent. */
    @FunctionalInterface
    public interface Cause {
        Map<UserId, Long> standing(Set<UserId> actors);
    }

    /** Where a list continues: after the group that had this key and {@code at}. */
    public record Position(long at, NotificationKey key) {}

    /** The ticks of a user's newest group and of the newest one that the user has seen; 0: none. */
    public record Marks(long newest, long seen) {}

    /**
     * Brings a group in line with its cause, for these actors: the user apart, those whose event stands are in it, the others are not. {@code at} moves
     * if one of the events is newer than all before. May be repeated, in any order.
     */
    public void refresh(NotificationKey key, Set<UserId> actors, Cause cause) {
        throw new UnsupportedOperationException();
    }

    /** Adds an event that a service tells of, by this actor (null: none), with this data (null: none), which replaces earlier data. */
    public void add(NotificationKey key, @Nullable UserId actor, @Nullable String data, long tick) {
        throw new UnsupportedOperationException();
    }

    /** A page of the groups of a user whose {@code at} is after this tick, newest first, after a position (null: from the newest). */
    public Page<Notification, Position> page(UserId user, long since, @Nullable Position after, int limit) {
        throw new UnsupportedOperationException();
    }

    public Marks marks(UserId user) {
        throw new UnsupportedOperationException();
    }

    /** Marks the groups up to this {@code at} as seen: never fewer than before, and none that is to come. */
    public void see(UserId user, long until) {
        throw new UnsupportedOperationException();
    }

    /** Marks the group as read until it has news; returns whether it exists. */
    public boolean read(NotificationKey key) {
        throw new UnsupportedOperationException();
    }
}
