package io.feedmill.api.cursor;

import io.feedmill.common.device.DeviceStore.EventRequest;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.key.KeyRange;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.place.Place;
import io.feedmill.common.room.RoomStore.MessageRequest;
import org.jspecify.annotations.Nullable;

/**
 * The list that a cursor belongs to, with the viewer and the parameters that select its items; the cursor is invalid for
 * any other. User ids are valid, so they contain no bar.
 */
public record CursorScope(String value) {

    /**
     * Returns the scope of a feed.
     *
     * @param range the keys of the feed that are read; null: all
     * @param viewer null: anonymous
     */
    public static CursorScope feed(FeedName feed, @Nullable KeyRange range, @Nullable UserId viewer) {
        String part = range == null ? "" : "|" + range.first() + "|" + range.last();
        return new CursorScope("feed|" + feed.value() + "|" + orNobody(viewer) + part);
    }

    /** Returns the scope of a room's messages for this viewer; null: anonymous. */
    public static CursorScope messages(MessageRequest request, @Nullable UserId viewer) {
        return new CursorScope("messages|" + orNobody(viewer) + "|" + request.room() + "|" + orNobody(request.user())
                + "|" + request.fromTick() + "|" + request.toTick());
    }

    public static CursorScope events(EventRequest request) {
        return new CursorScope("events|" + request.device() + "|" + request.newestFirst() + "|" + request.fromMillis()
                + "|" + request.toMillis());
    }

    /** Returns the scope of a place for this viewer; null: anonymous. */
    public static CursorScope place(Place within, @Nullable UserId viewer) {
        return new CursorScope("place|" + orNobody(viewer) + "|" + within.canonical());
    }

    /** Returns the scope of a post's versions for this viewer; null: anonymous. */
    public static CursorScope versions(PostId post, @Nullable UserId viewer) {
        return new CursorScope("versions|" + post.value() + "|" + orNobody(viewer));
    }

    /** Returns the scope of a post's jobs for this viewer; null: anonymous. */
    public static CursorScope jobs(PostId post, @Nullable UserId viewer) {
        return new CursorScope("jobs|" + post.value() + "|" + orNobody(viewer));
    }

    public static CursorScope followers(UserId author) {
        return new CursorScope("followers|" + author);
    }

    public static CursorScope reports() {
        return new CursorScope("reports");
    }

    public static CursorScope report(String id) {
        return new CursorScope("report|" + id);
    }

    public static CursorScope following(UserId user) {
        return new CursorScope("following|" + user);
    }

    /** Returns the scope of the requests to follow this user. */
    public static CursorScope requests(UserId user) {
        return new CursorScope("requests|" + user);
    }

    public static CursorScope muted(UserId user) {
        return new CursorScope("muted|" + user);
    }

    public static CursorScope blocked(UserId user) {
        return new CursorScope("blocked|" + user);
    }

    public static CursorScope partitions(String table) {
        return new CursorScope("partitions|" + table);
    }

    /** Returns the scope of the list in the hands of one caller; empty: a service. */
    public CursorScope of(String owner) {
        return new CursorScope(owner + "|" + value);
    }

    private static String orNobody(@Nullable UserId user) {
        return user == null ? "" : user.value();
    }
}
