package io.feedmill.api.access;

import io.feedmill.common.dynamo.Dynamo.Consistency;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.feed.FeedStore;
import io.feedmill.common.feed.FeedStore.ItemKey;
import io.feedmill.common.follow.FollowStore;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.follow.ReaderStore;
import io.feedmill.common.key.UserId;
import io.feedmill.common.post.Audience;
import io.feedmill.common.post.Post.PostHead;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Decides which posts a viewer may read. Items of a home feed for everyone cost no call. All others together cost at most two strongly
 * consistent calls: one to the authors' feeds for items whose home feed does not know the audience, one to the follows. Outside of home
 * feeds, a viewer costs one more, for the blocks.
 */
@Component
public final class ReadAccess {
    private final FeedStore feeds;
    private final FollowStore follows;
    private final ReaderStore readers;

    public ReadAccess(FeedStore feeds, FollowStore follows, ReaderStore readers) {
        this.feeds = feeds;
        this.follows = follows;
        this.readers = readers;
    }

    /** Returns whether the viewer (null: anonymous) may read the post. */
    public boolean mayRead(PostHead post, @Nullable UserId viewer) {
        if (viewer == null) {
            return post.audience().isEveryone();
        }
        if (isBlocked(post.author(), viewer)) {
            return false;
        }
        boolean asks = post.audience() instanceof Audience.Followers && !viewer.equals(post.author());
        Set<UserId> followed = asks ? followed(Set.of(post.author()), viewer) : Set.of();
        return mayRead(post.author(), post.audience(), viewer, followed);
    }

    /** Returns whether a block stands between the author and the viewer (null: anonymous). */
    public boolean isBlocked(UserId author, @Nullable UserId viewer) {
        return viewer != null
                && !viewer.equals(author)
                && !readers.blocked(Set.of(new Follow(viewer, author))).isEmpty();
    }

    /** Returns the items of authors from whom no block separates the viewer (null: anonymous), in their order. */
    public List<FeedItem> unblocked(List<FeedItem> items, @Nullable UserId viewer) {
        if (viewer == null || items.isEmpty()) {
            return items;
        }
        Set<Follow> blocked = readers.blocked(
                items.stream().map(item -> new Follow(viewer, item.author())).collect(Collectors.toSet()));
        return items.stream()
                .filter(item -> !blocked.contains(new Follow(viewer, item.author())))
                .toList();
    }

    /** Returns the items that the viewer (null: anonymous) may read by their audience, in their order. */
    public List<FeedItem> readable(List<FeedItem> items, @Nullable UserId viewer) {
        if (items.stream().allMatch(item -> item.audience().isEveryone())) {
            return items;
        }
        List<FeedItem> known = fromAuthorFeeds(items);
        if (viewer == null) {
            return known.stream().filter(item -> item.audience().isEveryone()).toList();
        }
        Set<UserId> followed = followed(forFollowers(known, viewer), viewer);
        return known.stream()
                .filter(item -> mayRead(item.author(), item.audience(), viewer, followed))
                .toList();
    }

    /**
     * Replaces items whose audience is limited by those of the authors' feeds, which are the source of truth. A post that was retracted meanwhile
     * is left out.
     */
    private List<FeedItem> fromAuthorFeeds(List<FeedItem> items) {
        List<ItemKey> unknown = items.stream()
                .filter(item -> item.audience() instanceof Audience.Limited)
                .map(ReadAccess::truth)
                .toList();
        if (unknown.isEmpty()) {
            return items;
        }
        Map<ItemKey, FeedItem> truths = feeds.items(unknown, Consistency.STRONG);
        return items.stream()
                .flatMap(item -> item.audience() instanceof Audience.Limited
                        ? Stream.ofNullable(truths.get(truth(item))).map(truth -> truth.via(item.via()))
                        : Stream.of(item))
                .toList();
    }

    private static ItemKey truth(FeedItem item) {
        return new ItemKey(FeedName.author(item.author()), item.post());
    }

    private static Set<UserId> forFollowers(List<FeedItem> items, UserId viewer) {
        return items.stream()
                .filter(item -> item.audience() instanceof Audience.Followers)
                .map(FeedItem::author)
                .filter(author -> !author.equals(viewer))
                .collect(Collectors.toSet());
    }

    /** Returns the authors that the viewer follows. */
    private Set<UserId> followed(Set<UserId> authors, UserId viewer) {
        if (authors.isEmpty()) {
            return Set.of();
        }
        List<Follow> asked =
                authors.stream().map(author -> new Follow(viewer, author)).toList();
        return follows.since(asked, Consistency.STRONG).keySet().stream()
                .map(Follow::author)
                .collect(Collectors.toSet());
    }

    private static boolean mayRead(UserId author, Audience audience, UserId viewer, Set<UserId> followed) {
        boolean reads = switch (audience) {
            case Audience.Everyone everyone -> true;
            case Audience.Followers followers -> followed.contains(author);
            case Audience.Users list -> list.users().contains(viewer);
            case Audience.Limited unknown -> false;
        };
        return reads || author.equals(viewer);
    }
}
