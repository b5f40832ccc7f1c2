package io.feedmill.common.counter;

import io.feedmill.common.dynamo.Attributes;
import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.dynamo.RetentionSettings;
import io.feedmill.common.dynamo.Row;
import io.feedmill.common.dynamo.Table;
import io.feedmill.common.dynamo.TableSchema;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.key.ViewKey;
import io.feedmill.common.ledger.LedgerEntry;
import io.feedmill.common.ledger.LedgerRows;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** Views, each counted once for a post and a viewer, in {@code views}; not of posts older than {@code feedmill.retention.views}. Thread-safe. */
@Component
public record ViewStore(
        Dynamo dynamo, CounterRows counters, LedgerRows ledger, RetentionSettings retention, Clock clock) {
    public static final Table TABLE = Table.withoutSortKey("views");

    /** The viewers who are not counted yet, in their order. Strongly consistent. */
    public List<UserId> unseen(PostId post, List<UserId> viewers) {
        Stream<Attributes> keys = viewers.stream().map(viewer -> marker(post, viewer));
        Set<String> seen = dynamo.getAll(TABLE, keys).stream().map(Row::pk).collect(Collectors.toSet());
        return viewers.stream()
                .filter(viewer -> !seen.contains(new ViewKey(post, viewer).value()))
                .toList();
    }

    /**
     * Counts all of the viewers, 1 to {@link Views#MAX}, of the author's post in one transaction: their markers, one increment and one ledger entry; so n
     * views are n + 2 items. Returns false, and writes nothing, if one of them is already counted.
     */
    public boolean count(PostId post, UserId author, List<UserId> viewers) {
        List<TransactWriteItem> writes = new ArrayList<>();
        Instant expires = retention.markersExpire(post.createdAt());
        for (UserId viewer : viewers) {
            writes.add(dynamo.putNew(TABLE, marker(post, viewer).expires(expires)));
        }
        writes.add(dynamo.write(counters.addViews(new ViewKey(post, viewers.getFirst()), viewers.size())));
        LedgerEntry viewed = new LedgerEntry.Viewed(post, author, clock.instant(), viewers.size());
        writes.add(dynamo.put(LedgerRows.TABLE, ledger.row(viewed)));
        return dynamo.commit(writes);
    }

    /** The key of a marker, and all of it but its expiry. An expired one still says that the view is counted. */
    private static Attributes marker(PostId post, UserId viewer) {
        return Attributes.of().string(TableSchema.PK, new ViewKey(post, viewer).value());
    }
}
