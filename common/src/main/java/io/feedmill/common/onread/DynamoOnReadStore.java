package io.feedmill.common.onread;

import io.feedmill.common.dynamo.Attributes;
import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.dynamo.PartitionQuery;
import io.feedmill.common.dynamo.Row;
import io.feedmill.common.dynamo.Table;
import io.feedmill.common.dynamo.TableSchema;
import io.feedmill.common.dynamo.Update;
import io.feedmill.common.dynamo.Update.UpdateResult;
import io.feedmill.common.fanout.JobRows;
import io.feedmill.common.feed.FeedRows.FeedSettings;
import io.feedmill.common.key.UserId;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

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
        return dynamo.queryAll(listed()).map(DynamoOnReadStore::author);
    }

    private PartitionQuery listed() {
        return PartitionQuery.of(TABLE, PARTITION).unexpired(clock.instant());
    }

    private Optional<OnReadAuthor> find(UserId author) {
        return dynamo.get(TABLE, key(author))
                .filter(row -> !row.expired(clock.instant()))
                .map(DynamoOnReadStore::author);
    }

    private static OnReadAuthor author(Row row) {
        return new OnReadAuthor(
                new UserId(row.sk()),
                row.number(FROM),
                row.optionalNumber(UNTIL).orElse(null),
                row.has(EVERYONE));
    }

    private static Attributes key(UserId author) {
        return Attributes.key(PARTITION, author.value());
    }

    @Override
    public ListResult listIfAbsent(UserId author) {
        if (find(author).isPresent()) {
            return ListResult.UNCHANGED;
        }
        if (isFull()) {
            return ListResult.FULL;
        }
        Attributes now = Attributes.of().number(":now", clock.instant().getEpochSecond());
        Update begin = begin(author, Attributes.of(), "attribute_not_exists(pk) OR expires <= :now")
                .with(now);
        return dynamo.update(begin) instanceof UpdateResult.Updated ? ListResult.LISTED : ListResult.UNCHANGED;
    }

    private Update begin(UserId author, Attributes written, @Nullable String condition) {
        written.number(FROM, OnReadAuthor.effective(clock.instant()));
        return Update.replace(TABLE, key(author), condition, written, List.of(EVERYONE, UNTIL, TableSchema.EXPIRES));
    }

    private boolean isFull() {
        return dynamo.count(listed(), MAX) >= MAX;
    }

    @Override
    public ListResult list(UserId author, boolean everyone) {
        Optional<OnReadAuthor> known = find(author);
        if (known.isEmpty() && isFull()) {
            return ListResult.FULL;
        }
        Attributes written = everyone ? Attributes.of().flag(EVERYONE) : Attributes.of();
        if (known.isPresent() && known.get().until() == null) {
            if (known.get().everyone() == everyone) {
                return ListResult.UNCHANGED;
            }
            dynamo.update(Update.replace(TABLE, key(author), null, written, List.of(EVERYONE)));
        } else {
            dynamo.update(begin(author, written, null));
        }
        return ListResult.LISTED;
    }

    @Override
    public Optional<OnReadAuthor> takeOff(UserId author) {
        Instant now = clock.instant();
        Instant last = now.plus(OnReadAuthor.NOTICE).plus(OnReadAuthor.CLOCKS).plus(feeds.retention());
        Attributes written =
                Attributes.of().number(UNTIL, OnReadAuthor.effective(now)).expires(last);
        Update end = Update.replace(
                TABLE, key(author), "attribute_exists(pk) AND attribute_not_exists(#until)", written, List.of());
        Row latest = dynamo.update(end).latest();
        return latest.attributes().isEmpty() || latest.expired(now) ? Optional.empty() : Optional.of(author(latest));
    }
}
