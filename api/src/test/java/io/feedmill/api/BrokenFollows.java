package io.feedmill.api;

import io.feedmill.common.dynamo.Dynamo.Consistency;
import io.feedmill.common.follow.FollowStore;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.follow.FollowStore.Follower;
import io.feedmill.common.follow.FollowStore.UserPage;
import io.feedmill.common.key.UserId;
import io.feedmill.common.outbox.PairChange;
import io.feedmill.common.storage.StorageException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Follows whose import fails for authors whose id is a kind of failure. */
public final class BrokenFollows implements FollowStore {
    private final FollowStore follows;

    public BrokenFollows(FollowStore follows) {
        this.follows = follows;
    }

    @Override
    public void importAll(Collection<Follow> relations) {
        for (StorageException.Kind kind : StorageException.Kind.values()) {
            if (relations.stream().anyMatch(follow -> follow.author().value().equals(kind.name()))) {
                throw new StorageException(kind, "broken for the test");
            }
        }
        follows.importAll(relations);
    }

    @Override
    public FollowResult follow(Follow follow) {
        return follows.follow(follow);
    }

    @Override
    public Optional<PairChange> unfollow(Follow follow) {
        return follows.unfollow(follow);
    }

    @Override
    public void end(PairChange change) {
        follows.end(change);
    }

    @Override
    public boolean reopen(PairChange unfollow) {
        return follows.reopen(unfollow);
    }

    @Override
    public boolean follows(Follow follow) {
        return follows.follows(follow);
    }

    @Override
    public List<UserId> followersAfter(UserId author, @Nullable UserId after, int limit) {
        return follows.followersAfter(author, after, limit);
    }

    @Override
    public List<UserId> followingAfter(UserId follower, @Nullable UserId after, int limit) {
        return follows.followingAfter(follower, after, limit);
    }

    @Override
    public List<UserId> followersBetween(UserId author, UserId first, UserId last) {
        return follows.followersBetween(author, first, last);
    }

    @Override
    public List<Follower> followersSince(UserId author, @Nullable UserId after, int limit) {
        return follows.followersSince(author, after, limit);
    }

    @Override
    public Map<Follow, Long> since(Collection<Follow> relations, Consistency consistency) {
        return follows.since(relations, consistency);
    }

    @Override
    public UserPage followers(UserId author, @Nullable UserId after, int limit) {
        return follows.followers(author, after, limit);
    }

    @Override
    public UserPage following(UserId follower, @Nullable UserId after, int limit) {
        return follows.following(follower, after, limit);
    }
}
