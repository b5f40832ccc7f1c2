package io.feedmill.common.follow;

import io.feedmill.common.dynamo.Attributes;
import io.feedmill.common.dynamo.Row;
import io.feedmill.common.dynamo.Update;
import io.feedmill.common.follow.Rebuild.Reached;
import io.feedmill.common.follow.RebuildStore.LastRebuild;
import io.feedmill.common.key.Ticks;
import io.feedmill.common.key.UserId;
import io.feedmill.common.outbox.OpenWork;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;

/** The row {@code rebuild} of a user in the table {@code readers}: the last rebuild of the home feed. A home page reads it with those of {@link ReaderRows}. */
final class RebuildRows {
    static final String SK = "rebuild";

    /** The tick of the end; absent before it. */
    static final String COMPLETED = "completed";

    private static final String TICK = "tick";
    private static final String AUTHORS = "authors";
    private static final String LAST = "lastAuthor";
    private static final String IS_OPEN = "tick = :tick AND attribute_not_exists(completed)";

    private RebuildRows() {}

    static Attributes key(UserId user) {
        return Attributes.key(user.value(), SK);
    }

    static boolean isRebuild(Row row) {
        return row.sk().equals(SK);
    }

    static boolean isRunning(Row row) {
        return isRebuild(row) && !row.has(COMPLETED);
    }

    static LastRebuild rebuild(Row row) {
        return new LastRebuild(
                row.number(TICK),
                new Reached(row.number(AUTHORS), row.has(LAST) ? new UserId(row.string(LAST)) : null),
                row.optionalNumber(COMPLETED).map(Ticks::toInstant).orElse(null));
    }

    static Update begin(OpenWork work, Duration pause) {
        return update(
                work,
                "SET tick = :tick, authors = :authors REMOVE lastAuthor, completed, expires",
                "attribute_not_exists(pk) OR tick <= :earlier",
                Attributes.of()
                        .number(":authors", 0)
                        .number(":earlier", Ticks.ofInstant(work.acceptedAt().minus(pause))));
    }

    static Update advance(OpenWork work, Reached from, Reached reached) {
        Attributes values = Attributes.of()
                .number(":authors", reached.authors())
                .string(":last", Objects.requireNonNull(reached.last()).value());
        UserId before = from.last();
        return update(
                work,
                "SET authors = :authors, lastAuthor = :last",
                IS_OPEN + " AND " + (before == null ? "attribute_not_exists(lastAuthor)" : "lastAuthor = :from"),
                before == null ? values : values.string(":from", before.value()));
    }

    static Update end(OpenWork work, long authors, Instant now) {
        return update(
                work,
                "SET authors = :authors, completed = :completed, expires = :expires REMOVE lastAuthor",
                IS_OPEN,
                Attributes.of()
                        .number(":authors", authors)
                        .number(":completed", Ticks.ofInstant(now))
                        .number(":expires", now.plus(RebuildStore.RETENTION).getEpochSecond()));
    }

    private static Update update(OpenWork work, String expression, String condition, Attributes values) {
        return new Update(
                ReaderRows.TABLE, key(work.author()), expression, condition, values.number(":tick", work.tick()));
    }
}
