package io.feedmill.common.rights;

import io.feedmill.common.dynamo.Attributes;
import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.dynamo.Row;
import io.feedmill.common.dynamo.Update;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.MonotonicTicks;
import io.feedmill.common.key.Ticks;
import io.feedmill.common.recall.ChangeNotice;
import io.feedmill.common.recall.RecallRows;
import io.feedmill.common.recall.RecallStore;
import java.time.Instant;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * What was taken back from callers, by the name in their tokens. An unknown name has a row as soon as something is taken back from it. Thread-safe.
 * The rows are in the table {@code recalls}, beside the notices of their changes: {@code caller:<name>} and {@code rights}.
 */
@Component
public record RightsStore(Dynamo dynamo, RecallStore recalls, MonotonicTicks clock, RandomGenerator random) {
    /** Stands for all callers: no token has an empty name. */
    public static final String ALL = "";

    /** Returns what holds for the caller, without what holds for all. Strongly consistent. */
    public Rights find(String caller) {
        return dynamo.get(RecallRows.TABLE, key(caller))
                .map(RightsStore::rights)
                .orElse(Rights.FULL);
    }

    private static Rights rights(Row row) {
        Instant notBefore =
                row.optionalNumber("notBefore").map(Ticks::toInstant).orElse(null);
        return new Rights(notBefore, row.number("suspended", 0) == 1);
    }

    private static Attributes key(String caller) {
        return Attributes.key("caller:" + caller, "rights");
    }

    /** Changes what holds for the caller, and puts a {@link io.feedmill.common.recall.ChangeNotice} of it, in one transaction. What is null stays. */
    public void change(String caller, @Nullable Instant tokensNotBefore, @Nullable Boolean suspended) {
        if (tokensNotBefore != null || suspended != null) {
            ChangeNotice.OfCaller notice = new ChangeNotice.OfCaller(caller, JobId.create(clock.next(), random));
            dynamo.transact(List.of(dynamo.write(update(caller, tokensNotBefore, suspended)), recalls.put(notice)));
        }
    }

    private static Update update(String caller, @Nullable Instant tokensNotBefore, @Nullable Boolean suspended) {
        Attributes written = Attributes.of();
        if (tokensNotBefore != null) {
            written.number("notBefore", Ticks.ofInstant(tokensNotBefore));
        }
        if (suspended != null) {
            written.number("suspended", suspended ? 1 : 0);
        }
        return Update.set(RecallRows.TABLE, key(caller), null, written);
    }

    /** What holds for a caller: tokens that were issued before a time are not valid; a suspended one may make no call, and nobody a call as this user. */
    public record Rights(@Nullable Instant tokensNotBefore, boolean suspended) {
        public static final Rights FULL = new Rights(null, false);
    }
}
