package io.feedmill.testkit;

import io.feedmill.common.dynamo.Dynamo.Consistency;
import io.feedmill.common.follow.FollowStore;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.follow.FollowStore.FollowResult;
import io.feedmill.common.follow.FollowStore.Follower;
import io.feedmill.common.follow.FollowStore.UserPage;
import io.feedmill.common.follow.PairChange;
import io.feedmill.common.key.Ticks;
import io.feedmill.common.key.UserId;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

record FakeFollowStore(FakeTables tables) implements FollowStore {
    /** The defaults of {@code feedmill.follows}. */
    private static final int MAX = 7_500;

    private static final int MAX_REQUESTS = 500;

    @Override
    public FollowResult follow(Follow follow) {
        boolean followed = tables.followers(follow.author()).containsKey(follow.follower());
        boolean follows = tables.following(follow.follower()).contains(follow.author());
        if (followed && follows && !tables.hidden(follow.follower()).containsKey(follow.author())) {
            return new FollowResult.Unchanged();
        }
        if (!followed && !follows && isFull(follow.follower())) {
            return new FollowResult.Full();
        }
        if (!followed && !follows && tables.asking.contains(follow.author())) {
            return request(follow);
        }
        return tables.isBlocked(follow) ? new FollowResult.Blocked() : new FollowResult.Followed(begin(follow));
    }

    private FollowResult request(Follow follow) {
        if (!tables.openRequests().contains(follow)) {
            long open = tables.openRequests().stream()
                    .filter(request -> request.follower().equals(follow.follower()))
                    .count();
            if (open >= MAX_REQUESTS) {
                return new FollowResult.TooManyRequests();
            }
            if (tables.isBlocked(follow)) {
                return new FollowResult.Blocked();
            }
            tables.requested.put(follow, tables.now().plus(REQUEST_RETENTION));
        }
        return new FollowResult.Requested();
    }

    @Override
    public FollowResult accept(Follow request) {
        boolean followed = tables.followers(request.author()).containsKey(request.follower());
        if (!tables.openRequests().contains(request)) {
            return followed ? new FollowResult.Unchanged() : new FollowResult.NotRequested();
        }
        return !followed && isFull(request.follower())
                ? new FollowResult.Full()
                : new FollowResult.Followed(begin(request));
    }

    @Override
    public void refuse(Follow request) {
        tables.requested.remove(request);
    }

    @Override
    public boolean isRequested(Follow follow) {
        return tables.openRequests().contains(follow);
    }

    @Override
    public UserPage requests(UserId author, @Nullable UserId after, int limit) {
        NavigableSet<UserId> open = tables.openRequests().stream()
                .filter(request -> request.author().equals(author))
                .map(Follow::follower)
                .collect(Collectors.toCollection(TreeSet::new));
        return page(open, after, limit);
    }

    @Override
    public boolean asks(UserId user) {
        return tables.asking.contains(user);
    }

    @Override
    public void setAsks(UserId user, boolean asks) {
        if (asks) {
            tables.asking.add(user);
        } else {
            tables.asking.remove(user);
        }
    }

    private boolean isFull(UserId follower) {
        return tables.following(follower).size() >= MAX;
    }

    /** Begins the follow and ends the request. */
    private PairChange begin(Follow follow) {
        PairChange change = tables.change(follow, PairChange.Kind.FOLLOW);
        put(follow, change.tick());
        tables.hidden(follow.follower()).remove(follow.author());
        tables.requested.remove(follow);
        return change;
    }

    private void put(Follow follow, @Nullable Long tick) {
        Follower now = new Follower(follow.follower(), Ticks.ofInstant(tables.now()), tick);
        tables.followers(follow.author())
                .merge(follow.follower(), now, (before, ignored) -> new Follower(before.user(), before.since(), tick));
        tables.following(follow.follower()).add(follow.author());
    }

    @Override
    public Optional<PairChange> unfollow(Follow follow) {
        return tables.unfollow(follow);
    }

    @Override
    public Optional<PairChange> endForbidden(Follow follow) {
        return tables.isBlocked(follow) ? tables.unfollow(follow) : Optional.empty();
    }

    @Override
    public boolean end(PairChange change) {
        tables.hidden(change.follower()).remove(change.author(), change.tick());
        return tables.outbox.remove(change.work()) != null;
    }

    @Override
    public boolean endHidden(PairChange unfollow) {
        boolean hides = tables.hidden(unfollow.follower()).remove(unfollow.author(), unfollow.tick());
        if (hides) {
            tables.outbox.remove(unfollow.work());
        }
        return hides;
    }

    @Override
    public boolean reopen(PairChange unfollow) {
        Long tick = tables.hidden(unfollow.follower()).get(unfollow.author());
        return tick != null && tick == unfollow.tick() && tables.open(unfollow.work());
    }

    @Override
    public void importAll(Collection<Follow> follows) {
        follows.forEach(follow -> tables.followers(follow.author()).remove(follow.follower()));
        follows.forEach(follow -> put(follow, null));
    }

    @Override
    public boolean follows(Follow follow) {
        return tables.followers(follow.author()).containsKey(follow.follower());
    }

    @Override
    public List<UserId> followersAfter(UserId author, @Nullable UserId after, int limit) {
        return usersAfter(tables.followers(author).navigableKeySet(), after, limit);
    }

    @Override
    public List<UserId> followingAfter(UserId follower, @Nullable UserId after, int limit) {
        return usersAfter(tables.following(follower), after, limit);
    }

    @Override
    public List<UserId> followersBetween(UserId author, UserId first, UserId last, @Nullable UserId after, int limit) {
        NavigableSet<UserId> range = tables.followers(author).navigableKeySet().subSet(first, true, last, true);
        return usersAfter(range, after, limit);
    }

    @Override
    public List<Follower> followersSince(UserId author, @Nullable UserId after, int limit) {
        NavigableMap<UserId, Follower> followers = tables.followers(author);
        return (after == null ? followers : followers.tailMap(after, false))
                .values().stream().limit(limit).toList();
    }

    @Override
    public Map<Follow, Long> since(Collection<Follow> follows, Consistency consistency) {
        Map<Follow, Long> found = new HashMap<>();
        for (Follow follow : follows) {
            Follower follower = tables.followers(follow.author()).get(follow.follower());
            if (follower != null) {
                found.put(follow, follower.since());
            }
        }
        return found;
    }

    @Override
    public Set<UserId> followed(UserId follower, Set<UserId> authors) {
        return authors.stream().filter(tables.following(follower)::contains).collect(Collectors.toUnmodifiableSet());
    }

    @Override
    public UserPage followers(UserId author, @Nullable UserId after, int limit) {
        return page(tables.followers(author).navigableKeySet(), after, limit);
    }

    @Override
    public UserPage following(UserId follower, @Nullable UserId after, int limit) {
        return page(tables.following(follower), after, limit);
    }

    static UserPage page(NavigableSet<UserId> users, @Nullable UserId after, int limit) {
        List<UserId> page = usersAfter(users, after, limit);
        boolean more = !page.isEmpty() && users.higher(page.getLast()) != null;
        return new UserPage(page, more ? page.getLast() : null);
    }

    private static List<UserId> usersAfter(NavigableSet<UserId> users, @Nullable UserId after, int limit) {
        return (after == null ? users : users.tailSet(after, false))
                .stream().limit(limit).toList();
    }
}
