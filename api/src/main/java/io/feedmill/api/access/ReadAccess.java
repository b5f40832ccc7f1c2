package io.feedmill.api.access;

import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.feed.FeedStore.ItemKey;
import io.feedmill.common.follow.FollowStore;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.follow.ReaderStore;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.post.Audience;
import io.feedmill.common.post.Post.PostHead;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Decides which posts a viewer may read. Items for everyone cost no call, those for followers together one, to whom the viewer follows; those about
 * which the authors' feeds are asked one, unless this instance has just asked; and the blocks one, outside of home feeds.
 */
@Component
public record ReadAccess(FreshPosts truths, FollowStore follows, ReaderStore readers) {
    /** Returns the author's post, as a read of up to a second ago found it; empty: it is gone. */
    public Optional<PostHead> head(UserId author, PostId post) {
        Set<ItemKey> key = Set.of(new ItemKey(FeedName.author(author), post));
        return truths.items(key, reads -> {}).values().stream()
                .map(item -> new PostHead(post, author, item.audience()))
                .findFirst();
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
        Set<UserId> followed = asks ? follows.followed(viewer, Set.of(post.author())) : Set.of();
        return mayRead(post.author(), post.audience(), viewer, followed);
    }

    /** Returns whether a block stands between the author and the viewer (null: anonymous). */
    public boolean isBlocked(UserId author, @Nullable UserId viewer) {
        return viewer != null
                && !viewer.equals(author)
                && !readers.blocked(Set.of(new Follow(viewer, author))).isEmpty();
    }

    /** Returns the items of authors from whom no block separates the viewer (null: anonymous), in their order. */
    public <T> List<T> unblocked(List<T> items, Function<T, UserId> author, @Nullable UserId viewer) {
        if (viewer == null || items.isEmpty()) {
            return items;
        }
        Set<Follow> blocked = readers.blocked(items.stream()
                .map(item -> new Follow(viewer, author.apply(item)))
                .collect(Collectors.toSet()));
        return items.stream()
                .filter(item -> !blocked.contains(new Follow(viewer, author.apply(item))))
                .toList();
    }

    /** Returns those of the listed posts that exist and the viewer (null: anonymous) may read, as the authors' feeds have them, in their order. */
    public List<FeedItem> listed(List<ItemKey> posts, @Nullable UserId viewer) {
        Map<ItemKey, FeedItem> known = truths.items(posts, reads -> {});
        List<FeedItem> items =
                posts.stream().map(known::get).filter(Objects::nonNull).toList();
        return unblocked(readable(items, item -> false, reads -> {}, viewer), FeedItem::author, viewer);
    }

    /**
     * Returns the items that the viewer (null: anonymous) may read by their audience, in their order. Those {@code asked} about are as the authors'
     * feeds have them, or gone; {@code reads} takes the number of them that are to be read, and may refuse it by an exception.
     */
    public List<FeedItem> readable(
            List<FeedItem> items, Predicate<FeedItem> asked, IntConsumer reads, @Nullable UserId viewer) {
        List<FeedItem> known = fromAuthorFeeds(items, asked, reads);
        Set<UserId> authors = viewer == null ? Set.of() : forFollowers(known, viewer);
        Set<UserId> followed = viewer == null || authors.isEmpty() ? Set.of() : follows.followed(viewer, authors);
        return known.stream()
                .filter(item -> mayRead(item.author(), item.audience(), viewer, followed))
                .toList();
    }

    private List<FeedItem> fromAuthorFeeds(List<FeedItem> items, Predicate<FeedItem> asked, IntConsumer reads) {
        List<ItemKey> keys = items.stream().filter(asked).map(FeedItem::source).toList();
        if (keys.isEmpty()) {
            return items;
        }
        Map<ItemKey, FeedItem> known = truths.items(keys, reads);
        return items.stream()
                .flatMap(item -> asked.test(item)
                        ? Stream.ofNullable(known.get(item.source())).map(truth -> truth.via(item.via()))
                        : Stream.of(item))
                .toList();
    }

    private static Set<UserId> forFollowers(List<FeedItem> items, UserId viewer) {
        return items.stream()
                .filter(item -> item.audience() instanceof Audience.Followers)
                .map(FeedItem::author)
                .filter(author -> !author.equals(viewer))
                .collect(Collectors.toSet());
    }

    private static boolean mayRead(UserId author, Audience audience, @Nullable UserId viewer, Set<UserId> followed) {
        boolean reads = switch (audience) {
            case Audience.Everyone everyone -> true;
            case Audience.Followers followers -> followed.contains(author);
            case Audience.Users list -> viewer != null && list.users().contains(viewer);
        };
        return reads || author.equals(viewer);
    }
}
