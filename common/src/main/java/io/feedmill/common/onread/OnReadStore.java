package io.feedmill.common.onread;

import io.feedmill.common.dynamo.Attributes;
import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.dynamo.PartitionQuery;
import io.feedmill.common.dynamo.Row;
import io.feedmill.common.dynamo.Table;
import io.feedmill.common.dynamo.Update;
import io.feedmill.common.fanout.JobRows;
import io.feedmill.common.feed.FeedRows.FeedSettings;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.MonotonicTicks;
import io.feedmill.common.key.UserId;
import io.feedmill.common.recall.ChangeNotice;
import io.feedmill.common.recall.RecallStore;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.springframework.stereotype.Component;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** The list of {@link OnReadAuthor}s: the partition {@code on-read} of the table {@code fanouts}, by author. Thread-safe. */
@Component
public record OnReadStore(
        Dynamo dynamo,
        RecallStore recalls,
        FeedSettings feeds,
        Clock clock,
        MonotonicTicks ticks,
        RandomGenerator random) {
    /** The maximum number of authors. Two processes that list others at the same time may pass it. */
    public static final int MAX = 100_000;

    private static final Table TABLE = JobRows.TABLE;
    private static final String PARTITION = "on-read";
    private static final String TAKEN_OFF = "takenOff";
    private static final String EVERYONE = "everyone";

    /** Publishers may mark posts for this time after an author was taken off: copies are up to 30 s old, and clocks may be 15 minutes off. */
    private static final Duration MARGIN = Duration.ofMinutes(20);

    /** Returns all authors, in the order of their ids, also those who were taken off within the retention. Strongly consistent. */
    public List<OnReadAuthor> all() {
        return dynamo.queryAll(listed()).map(OnReadStore::author);
    }

    private PartitionQuery listed() {
        return PartitionQuery.of(TABLE, PARTITION).unexpired(clock.instant());
    }

    /** Returns those of these authors who have an entry. Strongly consistent. */
    public List<OnReadAuthor> find(Collection<UserId> authors) {
        return dynamo.getAll(TABLE, authors.stream().map(OnReadStore::key)).stream()
                .filter(row -> !row.expired(clock.instant()))
                .map(OnReadStore::author)
                .toList();
    }

    /** Returns the entry of this author. Strongly consistent. */
    public Optional<OnReadAuthor> find(UserId author) {
        return dynamo.get(TABLE, key(author))
                .filter(row -> !row.expired(clock.instant()))
                .map(OnReadStore::author);
    }

    private static OnReadAuthor author(Row row) {
        return new OnReadAuthor(new UserId(row.sk()), !row.has(TAKEN_OFF), row.has(EVERYONE));
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
        TransactWriteItem entry = dynamo.putIf(TABLE, key(author), "attribute_not_exists(pk) OR expires <= :now", now);
        return dynamo.commit(noticed(entry, author)) ? ListResult.LISTED : ListResult.UNCHANGED;
    }

    /** Each instance of the API learns of the change by its notice. */
    private List<TransactWriteItem> noticed(TransactWriteItem change, UserId author) {
        ChangeNotice notice = new ChangeNotice.OfListing(author, JobId.create(ticks.next(), random));
        return List.of(change, recalls.put(notice));
    }

    private boolean isFull() {
        return dynamo.count(listed(), MAX) >= MAX;
    }

    /** Lists the author, also one who was taken off; of a listed author {@code everyone} changes at once. A repetition writes nothing. */
    public ListResult list(UserId author, boolean everyone) {
        OnReadAuthor known = find(author).orElse(null);
        if (known == null && isFull()) {
            return ListResult.FULL;
        }
        if (new OnReadAuthor(author, true, everyone).equals(known)) {
            return ListResult.UNCHANGED;
        }
        dynamo.transact(noticed(dynamo.put(TABLE, everyone ? key(author).flag(EVERYONE) : key(author)), author));
        return ListResult.LISTED;
    }

    /**
     * Takes the author off the list. The entry stays until home feeds keep no post of it any more, and is returned; empty if the list does not have
     * the author. A repetition writes nothing.
     */
    public Optional<OnReadAuthor> takeOff(UserId author) {
        Instant last = clock.instant().plus(MARGIN).plus(feeds.retention());
        Update end = Update.set(
                TABLE,
                key(author),
                "attribute_exists(pk) AND attribute_not_exists(takenOff)",
                Attributes.of().flag(TAKEN_OFF).expires(last));
        dynamo.transact(noticed(dynamo.write(end), author));
        return find(author);
    }

    public enum ListResult {
        /** The author is on the list. */
        LISTED,
        /** The author was on the list, and nothing was written. */
        UNCHANGED,
        /** The list has the maximum of authors. Nothing was written. */
        FULL
    }
}
