package io.feedmill.common.onread;

import io.feedmill.common.dynamo.Attributes;
import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.dynamo.PartitionQuery;
import io.feedmill.common.dynamo.Row;
import io.feedmill.common.dynamo.Table;
import io.feedmill.common.dynamo.TableSchema;
import io.feedmill.common.dynamo.Update;
import io.feedmill.common.fanout.JobRows;
import io.feedmill.common.feed.FeedRows.FeedSettings;
import io.feedmill.common.key.UserId;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.stereotype.Component;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The list as rows of the table {@code fanouts}: the partition {@code on-read}, by author. */
@Component
record DynamoOnReadStore(Dynamo dynamo, FeedSettings feeds, Clock clock) implements OnReadStore {
    private static final Table TABLE = JobRows.TABLE;
    private static final String PARTITION = "on-read";
    private static final String FROM = "from";
    private static final String UNTIL = "until";
    private static final String EVERYONE = "everyone";

    @Override
    public List<OnReadAuthor> all() {
        Instant now = clock.instant();
        return dynamo.queryAll(PartitionQuery.of(TABLE, PARTITION)).rows().stream()
                .filter(row -> !row.expired(now))
                .map(DynamoOnReadStore::author)
                .toList();
    }

    private static OnReadAuthor author(Row row) {
        return new OnReadAuthor(
                new UserId(row.sk()),
                row.number(FROM),
                row.optionalNumber(UNTIL).orElse(null),
                row.has(EVERYONE));
    }

    private static Map<String, AttributeValue> key(UserId author) {
        return Attributes.key(PARTITION, author.value()).map();
    }

    @Override
    public ListResult listIfAbsent(UserId author) {
        if (dynamo.get(TABLE, key(author)).isPresent()) {
            return ListResult.UNCHANGED;
        }
        if (isFull()) {
            return ListResult.FULL;
        }
        Map<String, AttributeValue> row = Attributes.key(PARTITION, author.value())
                .number(FROM, OnReadAuthor.effective(clock.instant()))
                .map();
        return dynamo.putIfAbsent(TABLE, row).isPresent() ? ListResult.UNCHANGED : ListResult.LISTED;
    }

    private boolean isFull() {
        return dynamo.count(PartitionQuery.of(TABLE, PARTITION), MAX) >= MAX;
    }

    @Override
    public ListResult list(UserId author, boolean everyone) {
        Optional<OnReadAuthor> known = dynamo.get(TABLE, key(author)).map(DynamoOnReadStore::author);
        if (known.isEmpty() && isFull()) {
            return ListResult.FULL;
        }
        Attributes written = everyone ? Attributes.of().flag(EVERYONE) : Attributes.of();
        if (known.isPresent() && known.get().until() == null) {
            return known.get().everyone() == everyone
                    ? ListResult.UNCHANGED
                    : write(author, written, List.of(EVERYONE));
        }
        written.number(FROM, OnReadAuthor.effective(clock.instant()));
        return write(author, written, List.of(EVERYONE, UNTIL, TableSchema.EXPIRES));
    }

    private ListResult write(UserId author, Attributes written, List<String> all) {
        dynamo.update(Update.replace(TABLE, key(author), null, written, all));
        return ListResult.LISTED;
    }

    @Override
    public Optional<OnReadAuthor> takeOff(UserId author) {
        Instant now = clock.instant();
        Instant last = now.plus(OnReadAuthor.NOTICE).plus(OnReadAuthor.CLOCKS).plus(feeds.retention());
        Attributes written = Attributes.of()
                .number(UNTIL, OnReadAuthor.effective(now))
                .number(TableSchema.EXPIRES, last.getEpochSecond());
        Update end = Update.replace(
                TABLE, key(author), "attribute_exists(pk) AND attribute_not_exists(#until)", written, List.of());
        Row latest = dynamo.update(end).latest();
        return latest.attributes().isEmpty() || latest.expired(now) ? Optional.empty() : Optional.of(author(latest));
    }
}
