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
import io.feedmill.common.queue.Feature;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.context.annotation.Bean;
import org.springframework.stereotype.Component;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** Views, each counted once for a post and a viewer, in {@code views}; not of posts older than {@code feedmill.retention.views}. Thread-safe. */
@Component
public record ViewStore(
        Dynamo dynamo, CounterRows counters, LedgerRows ledger, RetentionSettings retention, Clock clock) {
    public static final Table TABLE = Table.withoutSortKey("views");

    /** The viewers who are not counted yet, in their order. Strongly consistent. */
    public List<UserId> unseen(PostViews views) {
        Stream<Attributes> keys = views.viewers().stream().map(viewer -> marker(views.post(), viewer));
        Set<String> seen = dynamo.getAll(TABLE, keys).stream().map(Row::pk).collect(Collectors.toSet());
        return views.viewers().stream()
                .filter(viewer -> !seen.contains(new ViewKey(views.post(), viewer).value()))
                .toList();
    }

    /**
     * Counts all of the viewers in one transaction: their markers, one increment and one ledger entry; so n views are n + 2 items. Returns false, and
     * writes nothing, if one of them is already counted.
     */
    public boolean count(PostViews views) {
        List<TransactWriteItem> writes = new ArrayList<>();
        Instant expires = retention.markersExpire(views.post().createdAt());
        for (UserId viewer : views.viewers()) {
            writes.add(dynamo.putNew(TABLE, marker(views.post(), viewer).expires(expires)));
        }
        ViewKey first = new ViewKey(views.post(), views.viewers().getFirst());
        int count = views.viewers().size();
        writes.add(dynamo.write(counters.addViews(first, count)));
        LedgerEntry viewed = new LedgerEntry.Viewed(views.post(), views.author(), clock.instant(), count);
        writes.add(dynamo.put(LedgerRows.TABLE, ledger.row(viewed)));
        return dynamo.commit(writes);
    }

    /** The key of a marker, and all of it but its expiry. An expired one still says that the view is counted. */
    private static Attributes marker(PostId post, UserId viewer) {
        return Attributes.of().string(TableSchema.PK, new ViewKey(post, viewer).value());
    }

    @Bean
    static Feature viewFeature() {
        return new Feature(List.of(TABLE), List.of(Views.TYPE));
    }

    /** 1 to {@value #MAX} viewers of a post of this author, each once. */
    public record PostViews(PostId post, UserId author, List<UserId> viewers) {
        /** With the counter and the ledger entry these fit into one transaction, which takes 100 writes. */
        public static final int MAX = 97;

        public PostViews {
            viewers = List.copyOf(viewers);
            if (viewers.isEmpty() || viewers.size() > MAX) {
                throw new IllegalArgumentException("viewers are 1 to " + MAX);
            }
            if (new HashSet<>(viewers).size() < viewers.size()) {
                throw new IllegalArgumentException("Duplicate viewer");
            }
        }

        /** The same post's views by these viewers. */
        public PostViews by(List<UserId> others) {
            return new PostViews(post, author, others);
        }
    }
}
