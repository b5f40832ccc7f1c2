package io.feedmill.common.notification;

import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.dynamo.PartitionQuery.RowPage;
import io.feedmill.common.dynamo.Row;
import io.feedmill.common.dynamo.RowKey;
import io.feedmill.common.dynamo.Segment;
import io.feedmill.common.dynamo.Update.UpdateResult;
import io.feedmill.common.key.Ticks;
import io.feedmill.common.key.UserId;
import io.feedmill.common.notification.NotificationRows.Group;
import io.feedmill.common.queue.Feature;
import io.feedmill.common.storage.Page;
import io.feedmill.common.storage.StorageException;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Bean;
import org.springframework.stereotype.Component;

/** The notifications of users, in the table {@code notifications}. Reads are strongly consistent. Thread-safe. */
@Component
public record NotificationStore(Dynamo dynamo, Clock clock) {
    /** Of a change that others were faster than. */
    private static final int ATTEMPTS = 50;

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
        Set<UserId> others =
                actors.stream().filter(actor -> !actor.equals(key.user())).collect(Collectors.toSet());
        if (!others.isEmpty()) {
            change(key, group -> group.refreshed(others, cause.standing(others)));
        }
    }

    /**
     * Adds an event that a service tells of, by this actor (null: none), with this data (null: none), which replaces earlier data. May be repeated. An
     * event of the user adds nothing.
     */
    public void add(NotificationKey key, @Nullable UserId actor, @Nullable String data, long tick) {
        if (!key.user().equals(actor)) {
            change(key, group -> group.with(actor, data, tick));
        }
    }

    /** Makes the change from what is stored, again and again until nobody else has written in between. A lost answer is one more reason to read. */
    private void change(NotificationKey key, UnaryOperator<Group> change) {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            List<Row> rows = dynamo.getAll(
                    NotificationRows.TABLE,
                    Stream.of(NotificationRows.key(key), NotificationRows.marksKey(key.user())));
            Row row = Row.find(rows, key.sortKey()).orElse(null);
            Group stored = row == null || row.expired(clock.instant()) ? Group.NONE : NotificationRows.group(row);
            Group changed = change.apply(stored);
            if (changed.equals(stored)) {
                return;
            }
            boolean written = changed.newest() > stored.newest()
                    ? move(key, row, changed, marks(Row.find(rows, NotificationRows.MARKS)))
                    : dynamo.update(NotificationRows.write(key, row, changed, null)) instanceof UpdateResult.Updated;
            if (written) {
                return;
            }
        }
        throw new StorageException(StorageException.Kind.TRANSIENT, "NotificationsChanged");
    }

    /** Whatever clocks say, a later write has a later {@code at}: what is seen covers nothing that is written afterwards. */
    private boolean move(NotificationKey key, @Nullable Row row, Group group, Marks marks) {
        long at = Math.max(Ticks.ofInstant(clock.instant()), marks.newest() + 1);
        return dynamo.commit(List.of(
                dynamo.write(NotificationRows.write(key, row, group, at)),
                dynamo.write(NotificationRows.newest(key.user(), at))));
    }

    /** A page of the groups of a user whose {@code at} is after this tick, newest first, after a position (null: from the newest). */
    public Page<Notification, Position> page(UserId user, long since, @Nullable Position after, int limit) {
        RowPage page = dynamo.query(NotificationRows.after(user, since, after).limit(limit + 1))
                .first(limit);
        return page.page(
                this::living, any -> NotificationRows.position(page.rows().getLast()));
    }

    private Stream<Notification> living(Stream<Row> rows) {
        Instant now = clock.instant();
        return rows.filter(row -> !row.expired(now)).map(NotificationRows::notification);
    }

    public Marks marks(UserId user) {
        return marks(dynamo.get(NotificationRows.TABLE, NotificationRows.marksKey(user)));
    }

    private static Marks marks(Optional<Row> row) {
        return row.map(NotificationRows::marks).orElse(new Marks(0, 0));
    }

    /** Marks the groups up to this {@code at} as seen: never fewer than before, and none that is to come. */
    public void see(UserId user, long until) {
        UpdateResult result = dynamo.update(NotificationRows.see(user, until));
        Marks marks = NotificationRows.marks(result.row());
        if (marks.newest() < until && marks.seen() < marks.newest()) {
            see(user, marks.newest());
        }
    }

    public Optional<Notification> find(NotificationKey key) {
        return living(dynamo.get(NotificationRows.TABLE, NotificationRows.key(key)).stream())
                .findFirst();
    }

    /** The groups among up to {@code limit} rows of a segment after the position (null: from its beginning). Eventually consistent. */
    public Page<Notification, RowKey> scan(Segment segment, @Nullable RowKey after, int limit) {
        return dynamo.scan(NotificationRows.TABLE, segment, after, limit)
                .map(rows -> living(rows.filter(row -> !row.sk().equals(NotificationRows.MARKS))));
    }

    /** Marks the group as read until it has news; returns whether it exists. */
    public boolean read(NotificationKey key) {
        Optional<Notification> group = find(key);
        group.filter(unread -> !unread.read())
                .ifPresent(unread -> dynamo.update(NotificationRows.read(key, unread.at())));
        return group.isPresent();
    }

    @Bean
    static Feature notificationFeature() {
        return Feature.of(NotificationRows.TABLE);
    }
}
