package io.feedmill.testkit;

import io.feedmill.common.follow.Follow;
import io.feedmill.common.follow.FollowStore;
import io.feedmill.common.follow.UserPage;
import java.util.Collection;
import java.util.List;
import java.util.NavigableSet;
import org.jspecify.annotations.Nullable;

final class FakeFollowStore implements FollowStore {
    private final FakeTables tables;

    FakeFollowStore(FakeTables tables) {
        this.tables = tables;
    }

    @Override
    public void follow(Follow follow) {
        synchronized (tables) {
            tables.followers(follow.author()).add(follow.follower());
            tables.following(follow.follower()).add(follow.author());
        }
    }

    @Override
    public void unfollow(Follow follow) {
        synchronized (tables) {
            tables.followers(follow.author()).remove(follow.follower());
            tables.following(follow.follower()).remove(follow.author());
        }
    }

    @Override
    public void importAll(Collection<Follow> follows) {
        follows.forEach(this::follow);
    }

    @Override
    public boolean follows(Follow follow) {
        synchronized (tables) {
            return tables.followers(follow.author()).contains(follow.follower());
        }
    }

    @Override
    public List<String> followersAfter(String author, @Nullable String after, int limit) {
        synchronized (tables) {
            return behind(tables.followers(author), after, limit);
        }
    }

    @Override
    public List<String> followersBetween(String author, String first, String last) {
        synchronized (tables) {
            return List.copyOf(tables.followers(author).subSet(first, true, last, true));
        }
    }

    @Override
    public UserPage followers(String author, @Nullable String after, int limit) {
        synchronized (tables) {
            return page(tables.followers(author), after, limit);
        }
    }

    @Override
    public UserPage following(String follower, @Nullable String after, int limit) {
        synchronized (tables) {
            return page(tables.following(follower), after, limit);
        }
    }

    private static UserPage page(NavigableSet<String> users, @Nullable String after, int limit) {
        List<String> page = behind(users, after, limit);
        boolean more = !page.isEmpty() && users.higher(page.getLast()) != null;
        return new UserPage(page, more ? page.getLast() : null);
    }

    private static List<String> behind(NavigableSet<String> users, @Nullable String after, int limit) {
        return (after == null ? users : users.tailSet(after, false))
                .stream().limit(limit).toList();
    }
}
