package io.feedmill.common.counter;

import io.feedmill.common.counter.ViewStore.PostViews;
import io.feedmill.common.dynamo.Attributes;
import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.dynamo.RetentionSettings;
import io.feedmill.common.dynamo.Row;
import io.feedmill.common.dynamo.Table;
import io.feedmill.common.dynamo.TableSchema;
import io.feedmill.common.dynamo.TransactionResult;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.key.ViewKey;
import io.feedmill.common.ledger.LedgerEntry;
import io.feedmill.common.ledger.LedgerRows;
import io.feedmill.common.queue.MessageType;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.context.annotation.Bean;
import org.springframework.stereotype.Component;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** Markers in the table {@code views}. */
@Component
record DynamoViewStore(Dynamo dynamo, CounterRows counters, LedgerRows ledger, RetentionSettings retention, Clock clock)
        implements ViewStore {
    public static final Table TABLE = Table.withoutSortKey("views");

    @Override
    public List<UserId> unseen(PostViews views) {
        List<Attributes> keys = views.viewers().stream()
                .map(viewer -> marker(views.post(), viewer))
                .toList();
        Set<String> seen = dynamo.getAll(TABLE, keys).stream().map(Row::pk).collect(Collectors.toSet());
        return views.viewers().stream()
                .filter(viewer -> !seen.contains(new ViewKey(views.post(), viewer).value()))
                .toList();
    }

    @Override
    public boolean count(PostViews views) {
        return dynamo.transact(writes(views)) instanceof TransactionResult.Committed;
    }

    private List<TransactWriteItem> writes(PostViews views) {
        List<TransactWriteItem> writes = new ArrayList<>();
        Instant expires = retention.markersExpire(views.post().createdAt());
        views.viewers().stream()
                .map(viewer -> marker(views.post(), viewer).expires(expires))
                .forEach(marker -> writes.add(dynamo.putNew(TABLE, marker)));
        ViewKey first = new ViewKey(views.post(), views.viewers().getFirst());
        writes.add(dynamo.write(counters.addViews(first, views.viewers().size())));
        writes.add(dynamo.put(LedgerRows.TABLE, ledger.row(viewed(views))));
        return writes;
    }

    private LedgerEntry viewed(PostViews views) {
        return new LedgerEntry.Viewed(
                views.post(), views.author(), clock.instant(), views.viewers().size());
    }

    /** The key of a marker, and all of it but its expiry. An expired one still says that the view is counted. */
    private static Attributes marker(PostId post, UserId viewer) {
        return Attributes.of().string(TableSchema.PK, new ViewKey(post, viewer).value());
    }

    @Bean
    static Table viewsTable() {
        return TABLE;
    }

    @Bean
    static MessageType<Views> viewsMessages() {
        return Views.TYPE;
    }
}
