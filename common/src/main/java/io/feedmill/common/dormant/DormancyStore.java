package io.feedmill.common.dormant;

import io.feedmill.common.dynamo.Attributes;
import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.dynamo.Row;
import io.feedmill.common.fanout.JobRows;
import io.feedmill.common.key.Ticks;
import java.time.Clock;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** How long readers may be away: one row of the table {@code fanouts}. Thread-safe. */
@Component
public record DormancyStore(Dynamo dynamo, Clock clock) {
    private static final String AWAY = "away";
    private static final String FROM = "from";
    private static final Attributes KEY = Attributes.key("dormant", AWAY);

    /** Strongly consistent. */
    public DormancyPolicy get() {
        return dynamo.get(JobRows.TABLE, KEY).map(DormancyStore::dormancy).orElse(DormancyPolicy.NONE);
    }

    private static DormancyPolicy dormancy(Row row) {
        return new DormancyPolicy(
                row.optionalNumber(AWAY).map(Duration::ofSeconds).orElse(null), row.number(FROM));
    }

    /** Changes it, and returns what it is then. Null: slices pass over nobody from now on. A repetition writes nothing. */
    public DormancyPolicy set(@Nullable Duration away) {
        DormancyPolicy before = get();
        if (Objects.equals(before.maxAbsence(), away)) {
            return before;
        }
        long from = Ticks.ofInstant(clock.instant().plus(DormancyPolicy.MARGIN));
        Attributes row = Attributes.of(KEY).number(FROM, from);
        dynamo.writeOnce(dynamo.put(JobRows.TABLE, away == null ? row : row.number(AWAY, away.toSeconds())));
        return new DormancyPolicy(away, from);
    }
}
