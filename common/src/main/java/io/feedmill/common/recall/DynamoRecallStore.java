package io.feedmill.common.recall;

import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.dynamo.Row;
import io.feedmill.common.key.PostId;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
        return rows().filter(row -> !row.expired(now)).map(RecallRows::recall).toList();
    }

    @Override
    public Set<PostId> open() {
        return rows().filter(RecallRows::isOpen)
                .map(row -> RecallRows.recall(row).post())
                .collect(Collectors.toUnmodifiableSet());
    }

    private Stream<Row> rows() {
        return RecallRows.queries().stream()
                .flatMap(shard -> dynamo.queryAll(shard).rows().stream())
                .filter(RecallRows::isPost);
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
