package io.feedmill.testkit;

import io.feedmill.common.dynamo.Dynamo.Consistency;
import io.feedmill.common.follow.FollowStore;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.follow.FollowStore.FollowResult;
import io.feedmill.common.follow.FollowStore.Follower;
import io.feedmill.common.follow.FollowStore.UserPage;
import io.feedmill.common.key.Ticks;
import io.feedmill.common.key.UserId;
import io.feedmill.common.outbox.OutboxStore.PairRow;
import io.feedmill.common.outbox.PairChange;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

final class FakeFollowStore implements FollowStore {
    private final FakeTables tables;

    FakeFollowStore(FakeTables tables) {
        this.tables = tables;
    }

    @Override
    public FollowResult follow(Follow follow) {
        synchronized (tables) {
            if (tables.followers(follow.author()).containsKey(follow.follower())
                    && tables.following(follow.follower()).contains(follow.author())) {
                return new FollowResult.Unchanged();
            }
            if (tables.isBlocked(follow)) {
                return new FollowResult.Blocked();
            }
            PairChange change = tables.change(follow, PairChange.Kind.FOLLOW);
            put(follow, change.tick());
            tables.hidden(follow.follower()).remove(follow.author());
            return new FollowResult.Followed(change);
        }
    }

    private void put(Follow follow, @Nullable Long tick) {
        Follower now = new Follower(follow.follower(), Ticks.ofInstant(tables.now()), tick);
        tables.followers(follow.author())
                .merge(
                        follow.follower(),
                        now,
                        (before, ignored) -> new Follower(before.user(), before.since(), tick));
        tables.following(follow.follower()).add(follow.author());
    }

    @Override
    public Optional<PairChange> unfollow(Follow follow) {
        synchronized (tables) {
            return tables.unfollow(follow);
        }
    }

    @Override
    public void end(PairChange change) {
        synchronized (tables) {
            tables.pairs.remove(change);
            tables.hidden(change.follower()).remove(change.author(), change.tick());
        }
    }

    @Override
    public boolean reopen(PairChange unfollow) {
        synchronized (tables) {
            Long tick = tables.hidden(unfollow.follower()).get(unfollow.author());
            return tick != null
                    && tick == unfollow.tick()
                    && tables.pairs.putIfAbsent(unfollow, new PairRow(unfollow, 0, null)) == null;
        }
    }

    @Override
    public void importAll(Collection<Follow> follows) {
        synchronized (tables) {
            follows.forEach(follow -> tables.followers(follow.author()).remove(follow.follower()));
            follows.forEach(follow -> put(follow, null));
        }
    }

    @Override
    public boolean follows(Follow follow) {
        synchronized (tables) {
            return tables.followers(follow.author()).containsKey(follow.follower());
        }
    }

    @Override
    public List<UserId> followersAfter(UserId author, @Nullable UserId after, int limit) {
        synchronized (tables) {
            return usersAfter(tables.followers(author).navigableKeySet(), after, limit);
        }
    }

    @Override
    public List<UserId> followingAfter(UserId follower, @Nullable UserId after, int limit) {
        synchronized (tables) {
            return usersAfter(tables.following(follower), after, limit);
        }
    }

    @Override
    public List<UserId> followersBetween(UserId author, UserId first, UserId last) {
        synchronized (tables) {
            return List.copyOf(tables.followers(author).navigableKeySet().subSet(first, true, last, true));
        }
    }

    @Override
    public List<Follower> followersSince(UserId author, @Nullable UserId after, int limit) {
        synchronized (tables) {
            NavigableMap<UserId, Follower> followers = tables.followers(author);
            return (after == null ? followers : followers.tailMap(after, false))
                    .values().stream().limit(limit).toList();
        }
    }

    @Override
    public Map<Follow, Long> since(Collection<Follow> follows, Consistency consistency) {
        synchronized (tables) {
            Map<Follow, Long> found = new HashMap<>();
            for (Follow follow : follows) {
                Follower follower = tables.followers(follow.author()).get(follow.follower());
                if (follower != null) {
                    found.put(follow, follower.since());
                }
            }
            return found;
        }
    }

    @Override
    public UserPage followers(UserId author, @Nullable UserId after, int limit) {
        synchronized (tables) {
            return page(tables.followers(author).navigableKeySet(), after, limit);
        }
    }

    @Override
    public UserPage following(UserId follower, @Nullable UserId after, int limit) {
        synchronized (tables) {
            return page(tables.following(follower), after, limit);
        }
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
