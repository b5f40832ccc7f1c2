package io.feedmill.common.rights;

import io.feedmill.common.dynamo.Attributes;
import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.dynamo.Row;
import io.feedmill.common.dynamo.Update;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.TickClock;
import io.feedmill.common.key.Ticks;
import io.feedmill.common.recall.Notice;
import io.feedmill.common.recall.RecallRows;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Rights as rows of the table {@code recalls}, beside the notices of their changes: {@code caller:<name>} and {@code rights}. */
@Component
record DynamoRightsStore(Dynamo dynamo, RecallRows recalls, TickClock clock) implements RightsStore {
    private static final RandomGenerator RANDOM = new SecureRandom();

    @Override
    public Rights find(String caller) {
        return dynamo.get(RecallRows.TABLE, key(caller))
                .map(DynamoRightsStore::rights)
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

    @Override
    public void change(String caller, @Nullable Instant tokensNotBefore, @Nullable Boolean suspended) {
        if (tokensNotBefore != null || suspended != null) {
            Notice.OfCaller notice = new Notice.OfCaller(caller, JobId.create(clock.next(), RANDOM));
            dynamo.transact(List.of(
                    dynamo.write(update(caller, tokensNotBefore, suspended)),
                    dynamo.put(RecallRows.TABLE, recalls.row(notice))));
        }
    }

    private static Update update(String caller, @Nullable Instant tokensNotBefore, @Nullable Boolean suspended) {
        List<String> changes = new ArrayList<>();
        Attributes values = Attributes.of();
        if (tokensNotBefore != null) {
            changes.add("notBefore = :notBefore");
            values.number(":notBefore", Ticks.ofInstant(tokensNotBefore));
        }
        if (suspended != null) {
            changes.add("suspended = :suspended");
            values.number(":suspended", suspended ? 1 : 0);
        }
        return new Update(RecallRows.TABLE, key(caller), "SET " + String.join(", ", changes), null, values);
    }
}
