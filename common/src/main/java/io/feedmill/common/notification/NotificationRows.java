package io.feedmill.common.notification;

import io.feedmill.common.dynamo.Attributes;
import io.feedmill.common.dynamo.PartitionQuery;
import io.feedmill.common.dynamo.Row;
import io.feedmill.common.dynamo.Table;
import io.feedmill.common.dynamo.Table.Index;
import io.feedmill.common.dynamo.Update;
import io.feedmill.common.key.Digits;
import io.feedmill.common.key.Ticks;
import io.feedmill.common.key.UserId;
import io.feedmill.common.notification.Notification.Actor;
import io.feedmill.common.notification.NotificationStore.Marks;
import io.feedmill.common.notification.NotificationStore.Position;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The table {@code notifications}: user, then {@code <kind>#<object>} of a group, or {@code marks}, which is no group's key. */
final class NotificationRows {
    static final Table TABLE = new Table("notifications", true, Index.local("by_time", "at"));
    static final String MARKS = "marks";

    /** After its {@code at}. */
    static final Duration RETENTION = Duration.ofDays(90);

    private static final String AT = "at";
    private static final String NEWEST = "newest";
    private static final String ACTORS = "actors";
    private static final String MORE = "more";
    private static final String DATA = "data";
    private static final String READ_AT = "readAt";
    private static final String REVISION = "revision";
    private static final String SEEN = "seen";
    private static final int TICK = 19;

    private NotificationRows() {}

    static Attributes key(NotificationKey group) {
        return Attributes.key(group.user().value(), group.sortKey());
    }

    static Attributes marksKey(UserId user) {
        return Attributes.key(user.value(), MARKS);
    }

    /** The groups of a user whose {@code at} is after the tick, newest first. */
    static PartitionQuery after(UserId user, long since, @Nullable Position after) {
        Attributes start = after == null ? null : key(after.key()).string(AT, digits(after.at()));
        return PartitionQuery.of(TABLE, user.value())
                .byIndex()
                .between(digits(since + 1), digits(Long.MAX_VALUE))
                .descending()
                .after(start);
    }

    static Notification notification(Row row) {
        Group group = group(row);
        boolean read = row.string(AT).equals(row.optionalString(READ_AT));
        boolean more = group.leftOut() != null;
        return new Notification(groupKey(row), at(row), group.newest(), group.actors(), more, read, group.data());
    }

    static Position position(Row row) {
        return new Position(at(row), groupKey(row));
    }

    private static NotificationKey groupKey(Row row) {
        return NotificationKey.of(new UserId(row.pk()), row.sk());
    }

    private static long at(Row row) {
        return Digits.decode(row.string(AT), TICK);
    }

    static Group group(Row row) {
        List<Actor> actors = row.entries(ACTORS).entrySet().stream()
                .map(actor -> new Actor(new UserId(actor.getKey()), Digits.decode(actor.getValue(), TICK)))
                .sorted(Group.NEWEST_FIRST)
                .toList();
        return new Group(row.number(NEWEST), actors, leftOut(row.optionalString(MORE)), row.optionalString(DATA));
    }

    private static @Nullable Actor leftOut(@Nullable String more) {
        return more == null
                ? null
                : new Actor(new UserId(more.substring(TICK)), Digits.decode(more.substring(0, TICK), TICK));
    }

    /** Writes a group in place of its row (null: none), on condition that this is unchanged. Null: with the same {@code at}. */
    static Update write(NotificationKey key, @Nullable Row row, Group group, @Nullable Long at) {
        long revision = row == null ? 0 : row.number(REVISION);
        Map<String, String> actors = new LinkedHashMap<>();
        group.actors().forEach(actor -> actors.put(actor.user().value(), digits(actor.tick())));
        Actor leftOut = group.leftOut();
        Attributes written = Attributes.of()
                .number(NEWEST, group.newest())
                .entries(ACTORS, actors)
                .optionalString(MORE, leftOut == null ? null : digits(leftOut.tick()) + leftOut.user())
                .optionalString(DATA, group.data())
                .number(REVISION, revision + 1);
        if (at != null) {
            written.string(AT, digits(at)).expires(Ticks.toInstant(at).plus(RETENTION));
        }
        String condition = row == null ? "attribute_not_exists(pk)" : "#revision = :was";
        Update update = Update.replace(TABLE, key(key), condition, written, List.of(MORE, DATA));
        return row == null ? update : update.with(Attributes.of().number(":was", revision));
    }

    /** Raises the mark of the newest group, on condition that this {@code at} is after it. */
    static Update newest(UserId user, long at) {
        Attributes newest = Attributes.of().number(NEWEST, at);
        String condition = "attribute_not_exists(#newest) OR #newest < :newest";
        return Update.set(TABLE, marksKey(user), condition, newest);
    }

    /** Raises the mark of what is seen, on condition that it is not raised as far, and not beyond the newest group. */
    static Update see(UserId user, long until) {
        String condition = "#newest >= :seen AND (attribute_not_exists(#seen) OR #seen < :seen)";
        return Update.set(TABLE, marksKey(user), condition, Attributes.of().number(SEEN, until));
    }

    static Marks marks(Row row) {
        return new Marks(row.number(NEWEST, 0), row.number(SEEN, 0));
    }

    /** Marks a group as read, on condition that it has no news. */
    static Update read(NotificationKey key, long at) {
        return Update.set(TABLE, key(key), "#at = :readAt", Attributes.of().string(READ_AT, digits(at)));
    }

    private static String digits(long tick) {
        return Digits.encode(tick, TICK);
    }

    /**
     * What a group tells, whenever it was written.
     *
     * @param newest the tick of the newest event; {@link #NONE} is older than all
     * @param actors newest first: up to {@value #MAX_ACTORS}, in up to {@value #MAX_BYTES} bytes
     * @param leftOut the newest actor who did not fit, ever; null: none. Older ones stay out, so that it does not matter in which order actors come
     */
    record Group(
            long newest,
            List<Actor> actors,
            @Nullable Actor leftOut,
            @Nullable String data) {
        static final int MAX_ACTORS = 20;
        static final int MAX_BYTES = 1_024;
        static final Comparator<Actor> NEWEST_FIRST =
                Comparator.comparingLong(Actor::tick).reversed().thenComparing(Actor::user);

        /** A group that is not there. */
        static final Group NONE = new Group(-1, List.of(), null, null);

        Group {
            actors = List.copyOf(actors);
        }

        /** In line with its cause: of these actors, exactly those are in it whose event stands. */
        Group refreshed(Set<UserId> these, Map<UserId, Long> standing) {
            Stream<Actor> others = actors.stream().filter(actor -> !these.contains(actor.user()));
            Stream<Actor> current = standing.entrySet().stream().map(each -> new Actor(each.getKey(), each.getValue()));
            long latest = standing.isEmpty() ? newest : Math.max(newest, Collections.max(standing.values()));
            return fitting(
                    latest, Stream.concat(others, current).sorted(NEWEST_FIRST).toList());
        }

        /** With one more event. The data of the newest one counts. */
        Group with(@Nullable UserId actor, @Nullable String told, long tick) {
            boolean known = actors.stream().anyMatch(each -> each.user().equals(actor) && each.tick() >= tick);
            Map<UserId, Long> event = actor == null || known ? Map.of() : Map.of(actor, tick);
            Group group = refreshed(event.keySet(), event);
            return tick <= newest ? group : new Group(tick, group.actors, group.leftOut, told);
        }

        private Group fitting(long latest, List<Actor> sorted) {
            List<Actor> fitting = new ArrayList<>();
            int bytes = 0;
            for (Actor actor : sorted) {
                bytes += actor.user().value().length() + TICK;
                if (leftOut != null && NEWEST_FIRST.compare(leftOut, actor) <= 0) {
                    return new Group(latest, fitting, leftOut, data);
                }
                if (fitting.size() == MAX_ACTORS || bytes > MAX_BYTES) {
                    return new Group(latest, fitting, actor, data);
                }
                fitting.add(actor);
            }
            return new Group(latest, fitting, leftOut, data);
        }
    }
}
