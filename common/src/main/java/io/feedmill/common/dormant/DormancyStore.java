package io.feedmill.common.dormant;

import io.feedmill.common.dynamo.Attributes;
import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.dynamo.Row;
import io.feedmill.common.dynamo.Update;
import io.feedmill.common.dynamo.Update.UpdateResult;
import io.feedmill.common.fanout.JobRows;
import io.feedmill.common.feed.FeedRows.FeedSettings;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** How long readers may be away: one row of the table {@code fanouts}. Thread-safe. */
@Component
public record DormancyStore(Dynamo dynamo, FeedSettings feeds, Clock clock) {
    private static final String AWAY = "away";
    private static final String FROM = "from";
    private static final String LEAST = "least";
    private static final String UNTIL = "until";
    private static final String SINCE = "since";
    private static final String CHANGES = "changes";
    private static final Attributes KEY = Attributes.key("dormant", AWAY);

    /** Strongly consistent. */
    public Dormancy get() {
        return dynamo.get(JobRows.TABLE, KEY).map(DormancyStore::dormancy).orElse(Dormancy.NONE);
    }

    private static Dormancy dormancy(Row row) {
        return new Dormancy(
                row.number(SINCE), seconds(row, AWAY), row.number(FROM), seconds(row, LEAST), row.number(UNTIL));
    }

    private static @Nullable Duration seconds(Row row, String name) {
        return row.optionalNumber(name).map(Duration::ofSeconds).orElse(null);
    }

    /**
     * Changes it as {@link Dormancy#with}. A repetition writes nothing.
     *
     * @param away null: slices pass over nobody from now on
     * @return what it is after the call
     */
    public Dormancy set(@Nullable Duration away) {
        Row row = dynamo.get(JobRows.TABLE, KEY).orElse(null);
        Dormancy before = row == null ? Dormancy.NONE : dormancy(row);
        if (Objects.equals(before.away(), away)) {
            return before;
        }
        Dormancy after = before.with(away, clock.instant(), feeds.retention());
        long changes = row == null ? 0 : row.number(CHANGES);
        UpdateResult result = dynamo.update(Update.replace(
                        JobRows.TABLE,
                        KEY,
                        row == null ? "attribute_not_exists(pk)" : "changes = :before",
                        written(after).number(CHANGES, changes + 1),
                        List.of(AWAY, LEAST))
                .with(row == null ? Attributes.of() : Attributes.of().number(":before", changes)));
        return result instanceof UpdateResult.Updated ? after : set(away);
    }

    private static Attributes written(Dormancy after) {
        Attributes written = Attributes.of()
                .number(SINCE, after.since())
                .number(FROM, after.from())
                .number(UNTIL, after.until());
        add(written, AWAY, after.away());
        add(written, LEAST, after.least());
        return written;
    }

    private static void add(Attributes written, String name, @Nullable Duration time) {
        if (time != null) {
            written.number(name, time.toSeconds());
        }
    }
}
