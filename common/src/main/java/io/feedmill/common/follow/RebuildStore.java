package io.feedmill.common.follow;

import io.feedmill.common.dynamo.Attributes;
import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.dynamo.Row;
import io.feedmill.common.dynamo.TransactionResult;
import io.feedmill.common.dynamo.Update;
import io.feedmill.common.follow.Rebuild.Reached;
import io.feedmill.common.key.Ticks;
import io.feedmill.common.key.UserId;
import io.feedmill.common.outbox.OpenWork;
import io.feedmill.common.outbox.OutboxRows;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/**
 * The rebuilds of home feeds: of each user the last one, in the row {@code rebuild} of the table {@code readers}. A home page reads it with those of
 * {@link ReaderRows}. Thread-safe.
 */
@Component
public record RebuildStore(Dynamo dynamo, FollowTransactions pairs, Clock clock) {
    /** The minimum time between the begins of two rebuilds of a home feed that clients ask for. */
    public static final Duration PAUSE = Duration.ofHours(1);

    /** How long a completed rebuild can be read. */
    public static final Duration RETENTION = Duration.ofDays(30);

    static final String SK = "rebuild";

    /** The tick of the end; absent before it. */
    static final String COMPLETED = "completed";

    private static final String AUTHORS = "authors";
    private static final String LAST = "lastAuthor";
    private static final String IS_OPEN = "tick = :tick AND attribute_not_exists(completed)";

    /** Begins a rebuild, in one transaction: its row and an outbox row. On condition that the last one began at least this pause ago. */
    public BeginResult begin(UserId user, Duration pause) {
        OpenWork work = pairs.rebuild(user);
        long earlier = Ticks.ofInstant(work.acceptedAt().minus(pause));
        TransactWriteItem begin = write(
                work,
                "SET tick = :tick, authors = :authors REMOVE lastAuthor, completed, expires",
                "attribute_not_exists(pk) OR tick <= :earlier",
                Attributes.of().number(":authors", 0).number(":earlier", earlier));
        return switch (dynamo.transact(List.of(begin, dynamo.put(OutboxRows.TABLE, OutboxRows.row(work))))) {
            case TransactionResult.Committed committed -> new BeginResult.Begun(work);
            case TransactionResult.ConditionFailed lost ->
                new BeginResult.TooSoon(rebuild(Objects.requireNonNull(lost.current())));
        };
    }

    /** Returns the user's last rebuild. Strongly consistent. */
    public Optional<LastRebuild> find(UserId user) {
        return dynamo.get(ReaderRows.TABLE, key(user))
                .filter(row -> !row.expired(clock.instant()))
                .map(RebuildStore::rebuild);
    }

    private static Attributes key(UserId user) {
        return Attributes.key(user.value(), SK);
    }

    private static LastRebuild rebuild(Row row) {
        return new LastRebuild(
                row.number(ReaderRows.TICK),
                new Reached(row.number(AUTHORS), row.has(LAST) ? row.user(LAST) : null),
                row.optionalNumber(COMPLETED).map(Ticks::toInstant).orElse(null));
    }

    /**
     * Records how far the rebuild came, and puts off its next resend; on condition that it is the last one, not complete, and exactly this far. So of
     * several messages from one position one wins. Returns false if this one lost.
     */
    public boolean advance(OpenWork work, Reached from, Reached reached, Instant nextDue) {
        Attributes values = Attributes.of()
                .number(":authors", reached.authors())
                .string(":last", Objects.requireNonNull(reached.last()).value());
        UserId before = from.last();
        TransactWriteItem advance = write(
                work,
                "SET authors = :authors, lastAuthor = :last",
                IS_OPEN + " AND " + (before == null ? "attribute_not_exists(lastAuthor)" : "lastAuthor = :from"),
                before == null ? values : values.string(":from", before.value()));
        return dynamo.commit(List.of(advance, dynamo.write(OutboxRows.postpone(work, nextDue))));
    }

    /** Completes the last rebuild and removes its outbox row, in one transaction. Returns false for a repetition or an earlier rebuild. */
    public boolean end(OpenWork work, long authors) {
        Instant now = clock.instant();
        TransactWriteItem end = write(
                work,
                "SET authors = :authors, completed = :completed, expires = :expires REMOVE lastAuthor",
                IS_OPEN,
                Attributes.of()
                        .number(":authors", authors)
                        .number(":completed", Ticks.ofInstant(now))
                        .number(":expires", now.plus(RETENTION).getEpochSecond()));
        boolean ended = dynamo.commit(List.of(end, dynamo.deletion(OutboxRows.TABLE, OutboxRows.key(work))));
        if (!ended) {
            dynamo.delete(OutboxRows.TABLE, OutboxRows.key(work));
        }
        return ended;
    }

    private TransactWriteItem write(OpenWork work, String expression, String condition, Attributes values) {
        values.number(":tick", work.tick());
        return dynamo.write(new Update(ReaderRows.TABLE, key(work.author()), expression, condition, values));
    }

    /** A rebuild: the tick when it began, how far it came, and when it was complete; null: not yet. */
    public record LastRebuild(
            long tick, Reached reached, @Nullable Instant completedAt) {

        public Instant startedAt() {
            return Ticks.toInstant(tick);
        }

        /** Whether this is the rebuild, and goes on. */
        public boolean isOpen(OpenWork work) {
            return tick == work.tick() && completedAt == null;
        }
    }

    public sealed interface BeginResult {

        record Begun(OpenWork work) implements BeginResult {}

        /** The last one began less than the pause ago. */
        record TooSoon(LastRebuild last) implements BeginResult {}
    }
}
