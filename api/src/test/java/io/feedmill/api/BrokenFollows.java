package io.feedmill.api;

import io.feedmill.common.dynamo.Dynamo.Consistency;
import io.feedmill.common.follow.FollowStore;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.follow.FollowStore.Follower;
import io.feedmill.common.follow.FollowStore.UserPage;
import io.feedmill.common.follow.PairChange;
import io.feedmill.common.key.UserId;
import io.feedmill.common.storage.StorageException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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
    public boolean asks(UserId user) {
        return follows.asks(user);
    }

    @Override
    public void setAsks(UserId user, boolean asks) {
        follows.setAsks(user, asks);
    }

    @Override
    public boolean isRequested(Follow follow) {
        return follows.isRequested(follow);
    }

    @Override
    public UserPage requests(UserId author, @Nullable UserId after, int limit) {
        return follows.requests(author, after, limit);
    }

    @Override
    public FollowResult accept(Follow request) {
        return follows.accept(request);
    }

    @Override
    public void refuse(Follow request) {
        follows.refuse(request);
    }

    @Override
    public Optional<PairChange> endForbidden(Follow follow) {
        return follows.endForbidden(follow);
    }

    @Override
    public boolean end(PairChange change) {
        return follows.end(change);
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
    public List<UserId> followersBetween(UserId author, UserId first, UserId last, @Nullable UserId after, int limit) {
        return follows.followersBetween(author, first, last, after, limit);
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
    public Set<UserId> followed(UserId follower, Set<UserId> authors) {
        return follows.followed(follower, authors);
    }

    @Override
    public UserPage followers(UserId author, @Nullable UserId after, int limit) {
        return follows.followers(author, after, limit);
    }

    @Override
    public UserPage following(UserId follower, @Nullable UserId after, int limit) {
        return follows.following(follower, after, limit);
    }

    @Override
    public boolean endHidden(PairChange unfollow) {
        return follows.endHidden(unfollow);
    }
}
