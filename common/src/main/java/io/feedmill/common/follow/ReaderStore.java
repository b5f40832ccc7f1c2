package io.feedmill.common.follow;

import io.feedmill.common.dynamo.Attributes;
import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.dynamo.Dynamo.Consistency;
import io.feedmill.common.dynamo.PartitionQuery;
import io.feedmill.common.dynamo.PartitionQuery.RowPage;
import io.feedmill.common.dynamo.Row;
import io.feedmill.common.dynamo.RowKey;
import io.feedmill.common.dynamo.Segment;
import io.feedmill.common.dynamo.Update.UpdateResult;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.follow.FollowTransactions.Found;
import io.feedmill.common.follow.ReaderRows.Kind;
import io.feedmill.common.key.Ticks;
import io.feedmill.common.key.UserId;
import io.feedmill.common.storage.Page;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** What pages leave out: muted, blocked and blocking users, and authors just unfollowed. Thread-safe. In the rows of {@link ReaderRows}. */
@Component
public record ReaderStore(Dynamo dynamo, FollowTransactions pairs) {
    /** Longer than the work of an unfollow takes, and clocks differ: its last look comes up to 28 minutes after it. */
    private static final Duration RECENT = Duration.ofHours(1);

    /** Maximum of mutes of a user, and of blocks. Concurrent calls may exceed it by their number. */
    public static final int MAX = 500;

    /** Returns what the reader's home pages go by. Strongly consistent. */
    public ReaderState view(UserId reader) {
        List<Row> rows = dynamo.queryAll(ReaderRows.view(reader)).rows();
        Set<UserId> hidden = rows.stream()
                .filter(row -> ReaderRows.kind(row).isPresent())
                .map(ReaderRows::other)
                .collect(Collectors.toUnmodifiableSet());
        ReaderActivity active =
                Row.find(rows, ReaderRows.ACTIVE).map(ReaderRows::active).orElse(null);
        long follows = Row.find(rows, ReaderRows.FOLLOWS)
                .map(row -> row.number(ReaderRows.TICK))
                .orElse(0L);
        Optional<Row> rebuild = Row.find(rows, RebuildStore.SK);
        long rebuilt = rebuild.map(row -> row.number(RebuildStore.COMPLETED, 0)).orElse(0L);
        boolean rebuilding =
                rebuild.filter(row -> !row.has(RebuildStore.COMPLETED)).isPresent();
        return new ReaderState(hidden, rebuilding, active, new Moved(follows, rebuilt));
    }

    /** Of these readers, those of whom a page has noted that they were seen. Eventually consistent: at half the price. */
    public Map<UserId, ReaderActivity> active(Collection<UserId> readers) {
        Stream<Attributes> keys = readers.stream().map(ReaderRows::activeKey);
        return dynamo.getAll(ReaderRows.TABLE, keys, Consistency.EVENTUAL).stream()
                .collect(Collectors.toMap(row -> new UserId(row.pk()), ReaderRows::active));
    }

    /** Notes that a reader was seen, unless another call did since {@code before} (null: no row) was read; returns whether it did. */
    public boolean seen(UserId reader, @Nullable ReaderActivity before, ReaderActivity after) {
        return dynamo.update(ReaderRows.seen(reader, before, after)) instanceof UpdateResult.Updated;
    }

    /** Those pairs of users between whom a block stands, in either direction. Strongly consistent. */
    public Set<Follow> blocked(Collection<Follow> pairsOfUsers) {
        Set<Follow> asked = new LinkedHashSet<>(pairsOfUsers);
        Stream<Attributes> keys = asked.stream()
                .flatMap(pair -> Stream.of(pair, pair.reversed()))
                .distinct()
                .map(pair -> ReaderRows.key(pair.follower(), Kind.BLOCKED, pair.author()));
        return dynamo.getAll(ReaderRows.TABLE, keys).stream()
                .map(ReaderRows::pair)
                .flatMap(block -> Stream.of(block, block.reversed()))
                .filter(asked::contains)
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Those of these authors who block the reader. Strongly consistent; reads nothing of the authors' own. */
    public Set<UserId> blockers(UserId reader, Set<UserId> authors) {
        Stream<Attributes> keys = authors.stream().map(author -> ReaderRows.mirror(reader, author));
        return dynamo.getAll(ReaderRows.TABLE, keys).stream()
                .map(row -> new UserId(row.sk()))
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Those of these users whom the reader mutes or blocks, or who block the reader; not the unfollowed. Strongly consistent. */
    public Set<UserId> avoided(UserId reader, Set<UserId> users) {
        if (users.isEmpty()) {
            return Set.of();
        }
        RowPage blockers = dynamo.list(ReaderRows.mirrors(reader), null, MAX);
        Stream<UserId> others = blockers.next() == null
                ? blockers.map(row -> new UserId(row.sk())).stream()
                : blockers(reader, users).stream(); // of a user whom many block
        Stream<UserId> own = dynamo.queryAll(ReaderRows.view(reader)).rows().stream()
                .filter(row ->
                        ReaderRows.kind(row).filter(kind -> kind != Kind.HIDDEN).isPresent())
                .map(ReaderRows::other);
        return Stream.concat(own, others).filter(users::contains).collect(Collectors.toUnmodifiableSet());
    }

    /** The unfollows that hide these authors from these followers. Strongly consistent. */
    public Map<Follow, FollowChange> unfollows(Collection<Follow> pairsOfUsers) {
        Stream<Attributes> keys = pairsOfUsers.stream().distinct().map(ReaderRows::hiddenKey);
        return dynamo.getAll(ReaderRows.TABLE, keys).stream()
                .collect(Collectors.toMap(ReaderRows::pair, pairs::unfollow));
    }

    /** The unfollows that hide authors from the reader, by author. Strongly consistent. */
    public NavigableMap<UserId, FollowChange> unfollows(UserId reader) {
        return dynamo.queryAll(ReaderRows.all(reader, Kind.HIDDEN)).rows().stream()
                .collect(Collectors.toMap(ReaderRows::other, pairs::unfollow, (first, second) -> first, TreeMap::new));
    }

    /** Up to {@code limit} rows of the readers of a segment after the position (null: from its beginning). Eventually consistent. */
    public ReaderScan scan(Segment segment, @Nullable RowKey after, int limit) {
        Page<Row, RowKey> page = dynamo.scan(ReaderRows.TABLE, segment, after, limit);
        Map<Optional<Kind>, List<Row>> rows = page.items().stream().collect(Collectors.groupingBy(ReaderRows::kind));
        return new ReaderScan(
                rows.getOrDefault(Optional.of(Kind.HIDDEN), List.of()).stream()
                        .map(pairs::unfollow)
                        .toList(),
                rows.getOrDefault(Optional.of(Kind.BLOCKED), List.of()).stream()
                        .map(ReaderRows::pair)
                        .toList(),
                page.next());
    }

    /** Mutes the author for the reader. Returns false if the reader mutes {@link #MAX} others already. A repetition writes nothing. */
    public boolean mute(UserId reader, UserId author) {
        Set<UserId> muted = users(ReaderRows.all(reader, Kind.MUTED));
        if (!muted.contains(author)) {
            if (muted.size() >= MAX) {
                return false;
            }
            dynamo.writeOnce(dynamo.put(ReaderRows.TABLE, ReaderRows.key(reader, Kind.MUTED, author)));
        }
        return true;
    }

    /** Ends a mute; an absent one is no error, and writes nothing. */
    public void unmute(UserId reader, UserId author) {
        if (exists(reader, Kind.MUTED, author)) {
            dynamo.writeOnce(dynamo.deletion(ReaderRows.TABLE, ReaderRows.key(reader, Kind.MUTED, author)));
        }
    }

    /** Blocks the other user, and ends the follows and requests of the two, as {@link FollowStore#unfollow}. A repetition writes nothing. */
    public BlockResult block(UserId user, UserId other) {
        Set<UserId> blocked = users(ReaderRows.all(user, Kind.BLOCKED));
        if (blocked.contains(other)) {
            return new BlockResult.Blocked(List.of());
        }
        if (blocked.size() >= MAX) {
            return new BlockResult.Full();
        }
        return FollowTransactions.retryOnConflict(() -> tryBlock(user, other));
    }

    /** Returns empty if a follow or a request came between read and write. */
    private Optional<BlockResult> tryBlock(UserId user, UserId other) {
        List<FollowChange> ended = new ArrayList<>();
        return dynamo.commit(writes(user, other, ended))
                ? Optional.of(new BlockResult.Blocked(ended))
                : Optional.empty();
    }

    private List<TransactWriteItem> writes(UserId user, UserId other, List<FollowChange> ended) {
        List<TransactWriteItem> writes = new ArrayList<>();
        writes.add(dynamo.put(ReaderRows.TABLE, ReaderRows.key(user, Kind.BLOCKED, other)));
        writes.add(dynamo.put(ReaderRows.TABLE, ReaderRows.mirror(other, user)));
        for (Follow follow : List.of(new Follow(user, other), new Follow(other, user))) {
            Attributes request = FollowRows.requestKey(follow);
            Found found = pairs.read(follow, request);
            writes.addAll(
                    found.other() == null
                            ? List.of(dynamo.check(FollowRows.TABLE, request, FollowTransactions.ABSENT))
                            : pairs.deleteRequest(follow));
            if (found.follow().isEmpty()) {
                writes.add(dynamo.check(FollowRows.TABLE, FollowRows.key(follow), FollowTransactions.ABSENT));
            } else {
                FollowChange change = pairs.change(follow, FollowChange.Kind.UNFOLLOW);
                writes.addAll(pairs.end(change));
                ended.add(change);
            }
        }
        return writes;
    }

    /** Ends a block; an absent one is no error, and writes nothing. Restores no follow. */
    public void unblock(UserId user, UserId other) {
        if (exists(user, Kind.BLOCKED, other)) {
            dynamo.transact(List.of(
                    dynamo.deletion(ReaderRows.TABLE, ReaderRows.key(user, Kind.BLOCKED, other)),
                    dynamo.deletion(ReaderRows.TABLE, ReaderRows.mirror(other, user))));
        }
    }

    private boolean exists(UserId reader, Kind kind, UserId other) {
        return dynamo.get(ReaderRows.TABLE, ReaderRows.key(reader, kind, other)).isPresent();
    }

    private Set<UserId> users(PartitionQuery query) {
        return dynamo.queryAll(query.sortKeys()).rows().stream()
                .map(ReaderRows::other)
                .collect(Collectors.toSet());
    }

    /** A page of the users whom the reader mutes; the first ({@code after} null) is strongly consistent. */
    public Page<UserId, UserId> mutedBy(UserId reader, @Nullable UserId after, int limit) {
        return page(reader, Kind.MUTED, after, limit);
    }

    /** As {@link #mutedBy}, of the users whom this one blocks. */
    public Page<UserId, UserId> blockedBy(UserId user, @Nullable UserId after, int limit) {
        return page(user, Kind.BLOCKED, after, limit);
    }

    private Page<UserId, UserId> page(UserId reader, Kind kind, @Nullable UserId after, int limit) {
        String last = after == null ? null : ReaderRows.position(kind, after);
        return dynamo.list(ReaderRows.all(reader, kind), last, limit)
                .page(rows -> rows.map(ReaderRows::other), ReaderRows::other);
    }

    /**
     * What the home pages of a reader go by: the authors whose posts they do not show, without those who block the reader: a block ends the follow, so
     * that only a post that needs no follow is left to hide; and when pages have noted that the reader was seen.
     */
    public record ReaderState(
            Set<UserId> hidden,
            boolean rebuilding,
            @Nullable ReaderActivity active,
            Moved moved) {

        /** Whether pages by both are the same: they do not tell when a reader was seen. */
        public boolean showsAs(ReaderState other) {
            return unseen().equals(other.unseen());
        }

        private ReaderState unseen() {
            return new ReaderState(hidden, rebuilding, active == null ? ReaderActivity.at(0) : active.seenAt(0), moved);
        }
    }

    /** When the reader's home feed changed as a whole: ticks of the last follow or unfollow, imports apart, and of a rebuild's end; 0: none. */
    public record Moved(long follows, long rebuilt) {
        /** Whether the work of either may have ended just before this time: rows that were read before the reader's may be from before that. */
        public boolean isRecent(Instant now) {
            return Ticks.toInstant(Math.max(follows, rebuilt)).isAfter(now.minus(RECENT));
        }
    }

    /**
     * Rows of readers: unfollows that hide an author, and pairs of users of whom the first blocks the second. A page may be short or empty before the
     * end, where {@code next} is null.
     */
    public record ReaderScan(
            List<FollowChange> unfollows,
            List<Follow> blocks,
            @Nullable RowKey next) {}

    public sealed interface BlockResult {

        /** The block stands. The home feeds of the follows that it ended are to be reconciled. */
        record Blocked(List<FollowChange> ended) implements BlockResult {}

        /** The user blocks {@link #MAX} others already. */
        record Full() implements BlockResult {}
    }
}
