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

/** The list of {@link OnReadAuthor}s: the partition {@code on-read} of the table {@code fanouts}, by author. Thread-safe. */
@Component
public record OnReadStore(Dynamo dynamo, FeedSettings feeds, Clock clock) {
    /** The maximum number of authors. Two processes that list others at the same time may pass it. */
    public static final int MAX = 10_000;

    private static final Table TABLE = JobRows.TABLE;
    private static final String PARTITION = "on-read";
    private static final String FROM = "from";
    private static final String UNTIL = "until";
    private static final String EVERYONE = "everyone";

    /** Returns all authors, in the order of their ids, also those who were taken off within the retention. Strongly consistent. */
    public List<OnReadAuthor> all() {
        return dynamo.queryAll(listed()).map(OnReadStore::author);
    }

    private PartitionQuery listed() {
        return PartitionQuery.of(TABLE, PARTITION).unexpired(clock.instant());
    }

    private Optional<OnReadAuthor> find(UserId author) {
        return dynamo.get(TABLE, key(author))
                .filter(row -> !row.expired(clock.instant()))
                .map(OnReadStore::author);
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

    /** Lists the author, unless the list has this author: also one who was taken off stays as is. */
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

    /**
     * Lists the author. One who was taken off is on read again from a minute later. A repetition writes nothing.
     *
     * @param everyone whether pages of all readers have the posts; of a listed author it changes at once
     */
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
            dynamo.writeOnce(dynamo.write(Update.replace(TABLE, key(author), null, written, List.of(EVERYONE))));
        } else {
            dynamo.writeOnce(dynamo.write(begin(author, written, null)));
        }
        return ListResult.LISTED;
    }

    /**
     * Takes the author off the list, from a minute later. The entry stays until home feeds keep no post of it any more. A repetition writes nothing.
     *
     * @return the entry; empty if the list does not have the author
     */
    public Optional<OnReadAuthor> takeOff(UserId author) {
        Instant now = clock.instant();
        Instant last = now.plus(OnReadAuthor.NOTICE).plus(OnReadAuthor.CLOCKS).plus(feeds.retention());
        Attributes written =
                Attributes.of().number(UNTIL, OnReadAuthor.effective(now)).expires(last);
        Update end = Update.replace(
                TABLE, key(author), "attribute_exists(pk) AND attribute_not_exists(#until)", written, List.of());
        dynamo.writeOnce(dynamo.write(end));
        return find(author);
    }

    /** The outcome of listing an author. */
    public enum ListResult {
        /** The author is on the list. */
        LISTED,
        /** The author was on the list, and nothing was written. */
        UNCHANGED,
        /** The list has the maximum of authors. Nothing was written. */
        FULL
    }
}
