package io.feedmill.testkit;

import io.feedmill.common.dynamo.RowKey;
import io.feedmill.common.dynamo.Segment;
import io.feedmill.common.follow.Active;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.follow.FollowStore.UserPage;
import io.feedmill.common.follow.PairChange;
import io.feedmill.common.follow.PairChange.Kind;
import io.feedmill.common.follow.ReaderStore;
import io.feedmill.common.follow.RebuildStore.LastRebuild;
import io.feedmill.common.key.UserId;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

record FakeReaderStore(FakeTables tables) implements ReaderStore {
    @Override
    public ReaderView view(UserId reader) {
        Set<UserId> hidden = new HashSet<>(tables.muted(reader));
        hidden.addAll(tables.blocked(reader));
        hidden.addAll(tables.hidden(reader).keySet());
        LastRebuild rebuild = tables.rebuilds.get(reader);
        return new ReaderView(
                Set.copyOf(hidden), rebuild != null && rebuild.completedAt() == null, tables.active.get(reader));
    }

    @Override
    public Map<UserId, Active> active(Collection<UserId> readers) {
        return readers.stream()
                .filter(tables.active::containsKey)
                .collect(Collectors.toMap(user -> user, tables.active::get));
    }

    @Override
    public boolean seen(UserId reader, @Nullable Active before, Active after) {
        boolean unchanged = Objects.equals(tables.active.get(reader), before);
        if (unchanged) {
            tables.active.put(reader, after);
        }
        return unchanged;
    }

    @Override
    public Set<Follow> blocked(Collection<Follow> pairs) {
        return pairs.stream().filter(tables::isBlocked).collect(Collectors.toUnmodifiableSet());
    }

    @Override
    public Set<UserId> blockers(UserId reader, Set<UserId> authors) {
        return authors.stream()
                .filter(author -> tables.blocked(author).contains(reader))
                .collect(Collectors.toUnmodifiableSet());
    }

    @Override
    public Map<Follow, PairChange> unfollows(Collection<Follow> pairs) {
        return pairs.stream()
                .distinct()
                .map(pair -> unfollows(pair.follower()).get(pair.author()))
                .filter(Objects::nonNull)
                .collect(Collectors.toMap(Follow::of, unfollow -> unfollow));
    }

    @Override
    public NavigableMap<UserId, PairChange> unfollows(UserId reader) {
        NavigableMap<UserId, PairChange> unfollows = new TreeMap<>();
        tables.hidden(reader)
                .forEach((author, tick) ->
                        unfollows.put(author, FakeTables.change(new Follow(reader, author), tick, Kind.UNFOLLOW)));
        return unfollows;
    }

    /** The rows of a reader are on one page. */
    @Override
    public ReaderScan scan(Segment segment, @Nullable RowKey after, int limit) {
        List<UserId> page = tables.readers().stream()
                .filter(reader -> FakeTables.has(segment, reader.value()))
                .filter(reader -> after == null || reader.value().compareTo(after.pk()) > 0)
                .limit(limit)
                .toList();
        return new ReaderScan(
                page.stream()
                        .flatMap(reader -> unfollows(reader).values().stream())
                        .toList(),
                page.stream()
                        .flatMap(reader -> tables.blocked(reader).stream().map(other -> new Follow(reader, other)))
                        .toList(),
                page.size() < limit ? null : new RowKey(page.getLast().value(), "last"));
    }

    @Override
    public boolean mute(UserId reader, UserId author) {
        boolean room = hasRoom(tables.muted(reader), author);
        if (room) {
            tables.muted(reader).add(author);
        }
        return room;
    }

    private static boolean hasRoom(Set<UserId> users, UserId other) {
        return users.contains(other) || users.size() < MAX;
    }

    @Override
    public void unmute(UserId reader, UserId author) {
        tables.muted(reader).remove(author);
    }

    @Override
    public BlockResult block(UserId user, UserId other) {
        if (!hasRoom(tables.blocked(user), other)) {
            return new BlockResult.Full();
        }
        if (!tables.blocked(user).add(other)) {
            return new BlockResult.Blocked(List.of());
        }
        List<PairChange> ended = Stream.of(new Follow(user, other), new Follow(other, user))
                .map(tables::unfollow)
                .flatMap(Optional::stream)
                .toList();
        return new BlockResult.Blocked(ended);
    }

    @Override
    public void unblock(UserId user, UserId other) {
        tables.blocked(user).remove(other);
    }

    @Override
    public UserPage mutedBy(UserId reader, @Nullable UserId after, int limit) {
        return page(tables.muted(reader), after, limit);
    }

    @Override
    public UserPage blockedBy(UserId user, @Nullable UserId after, int limit) {
        return page(tables.blocked(user), after, limit);
    }

    private static UserPage page(NavigableSet<UserId> users, @Nullable UserId after, int limit) {
        return FakeFollowStore.page(users, after, limit);
    }
}
