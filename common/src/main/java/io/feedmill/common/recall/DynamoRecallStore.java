package io.feedmill.common.recall;

import io.feedmill.common.dynamo.Dynamo;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Recalls in the table {@code recalls}. */
final class DynamoRecallStore implements RecallStore {
    private final Dynamo dynamo;
    private final Clock clock;

    DynamoRecallStore(Dynamo dynamo, Clock clock) {
        this.dynamo = dynamo;
        this.clock = clock;
    }

    @Override
    public List<Recall> all() {
        Instant now = clock.instant();
        return RecallRows.queries().stream()
                .flatMap(shard -> dynamo.queryAll(shard).rows().stream())
                .filter(row -> RecallRows.isPost(row) && !row.expired(now))
                .map(RecallRows::recall)
                .toList();
    }

    /** The store of recalls. */
    @Configuration(proxyBeanMethods = false)
    static class RecallConfiguration {

        @Bean
        RecallStore recallStore(Dynamo dynamo, Clock clock) {
            return new DynamoRecallStore(dynamo, clock);
        }
    }
}
