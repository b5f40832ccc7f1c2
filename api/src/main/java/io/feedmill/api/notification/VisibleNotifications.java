package io.feedmill.api.notification;

import io.feedmill.api.access.ReadAccess;
import io.feedmill.api.cursor.VisiblePage;
import io.feedmill.api.http.Charge;
import io.feedmill.common.counter.CounterStore;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.feed.FeedStore;
import io.feedmill.common.feed.FeedStore.ItemKey;
import io.feedmill.common.feed.FeedStore.Truth;
import io.feedmill.common.follow.FollowStore;
import io.feedmill.common.follow.ReaderStore;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.notification.Notification;
import io.feedmill.common.notification.Notification.Actor;
import io.feedmill.common.notification.NotificationKey;
import io.feedmill.common.notification.NotificationStore;
import io.feedmill.common.notification.NotificationStore.Position;
import io.feedmill.common.storage.Page;
import io.feedmill.common.storage.Parallel;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Reads the groups of a user, and of each from the source of truth whether the user sees it, and what is left of it. Strongly consistent. */
@Component
record VisibleNotifications(
        NotificationStore groups,
        ReaderStore readers,
        FeedStore feeds,
        ReadAccess access,
        FollowStore follows,
        CounterStore counters) {
    /** Posts that a call reads. Each as many more are one more call. */
    private static final int POSTS_A_CALL = 50;

    /** The kinds whose groups have a cause that is read. All others are services' own. */
    static final List<String> CAUSED =
            List.of(NotificationKey.REACTION, NotificationKey.MENTION, NotificationKey.FOLLOW, NotificationKey.REQUEST);

    private static final Set<String> OF_POSTS = Set.of(NotificationKey.REACTION, NotificationKey.MENTION);

    /** A group with the actors that are left; {@code post} is that of a reaction or a mention, null of all others. */
    record Visible(
            Notification group,
            List<UserId> actors,
            @Nullable FeedItem post) {
        Position position() {
            return new Position(group.at(), group.key());
        }
    }

    /** A page of the groups whose {@code at} is after this tick, newest first, past those that the user does not see, as {@link VisiblePage}. */
    Page<Visible, Position> page(UserId user, long since, @Nullable Position after, int limit) {
        return VisiblePage.of(
                after,
                limit,
                (last, rows) -> {
                    Page<Notification, Position> read = groups.page(user, since, last, rows);
                    return new Page<>(visible(user, read.items()), read.next());
                },
                Visible::position);
    }

    private List<Visible> visible(UserId user, List<Notification> read) {
        Set<UserId> all = read.stream().flatMap(VisibleNotifications::actors).collect(Collectors.toSet());
        Future<Set<UserId>> asked = Parallel.start(() -> readers.avoided(user, all));
        Map<ItemKey, FeedItem> posts = posts(user, read);
        Set<UserId> avoided = Parallel.await(asked);
        return read.stream()
                .map(group -> new Visible(
                        group,
                        standing(group, actors(group).filter(actor -> !avoided.contains(actor))),
                        source(group).map(posts::get).orElse(null)))
                .filter(shown -> shown.post() != null
                        || !OF_POSTS.contains(shown.group().key().kind()))
                .filter(shown -> !shown.actors().isEmpty() || standsWithoutActors(shown.group()))
                .toList();
    }

    private static Stream<UserId> actors(Notification group) {
        return group.actors().stream().map(Actor::user);
    }

    /** Returns the user's own posts that have reactions, and those that the user may read and that mention the user. */
    private Map<ItemKey, FeedItem> posts(UserId user, List<Notification> read) {
        Set<ItemKey> keys =
                read.stream().flatMap(group -> source(group).stream()).collect(Collectors.toSet());
        Charge.calls(keys.size() / POSTS_A_CALL);
        List<FeedItem> known = feeds.existing(keys).stream()
                .filter(post ->
                        post.item().author().equals(user) || post.mentions().contains(user))
                .map(Truth.Live::item)
                .toList();
        return access.readable(known, item -> false, reads -> {}, user).stream()
                .collect(Collectors.toMap(FeedItem::source, Function.identity()));
    }

    /** Returns the place of the post, the user's own or by the one who mentions the user; empty if the group is about none, or nobody is left. */
    private static Optional<ItemKey> source(Notification group) {
        Optional<UserId> author = switch (group.key().kind()) {
            case NotificationKey.REACTION -> Optional.of(group.key().user());
            case NotificationKey.MENTION -> actors(group).findFirst();
            default -> Optional.empty();
        };
        return author.map(user ->
                new ItemKey(FeedName.author(user), PostId.parse(group.key().object())));
    }

    /** Of these actors of the group, those whose follow or request stands; of other groups all. A user has one group of each of both. */
    private List<UserId> standing(Notification group, Stream<UserId> actors) {
        UserId user = group.key().user();
        List<UserId> left = actors.toList();
        Set<UserId> standing = switch (group.key().kind()) {
            case NotificationKey.FOLLOW -> follows.followersAmong(user, left).keySet();
            case NotificationKey.REQUEST -> follows.requesting(user, left);
            default -> Set.copyOf(left);
        };
        return left.stream().filter(standing::contains).toList();
    }

    /** Of a group with more actors than it lists, the truth has to have one. A service's may have none. */
    private boolean standsWithoutActors(Notification group) {
        UserId user = group.key().user();
        return switch (group.key().kind()) {
            case NotificationKey.REACTION ->
                group.more()
                        && !counters.reactions(Set.of(PostId.parse(group.key().object())))
                                .isEmpty();
            case NotificationKey.MENTION -> false;
            case NotificationKey.FOLLOW ->
                group.more() && !follows.followersAfter(user, null, 1).isEmpty();
            case NotificationKey.REQUEST ->
                group.more() && !follows.requests(user, null, 1).items().isEmpty();
            default -> group.more() || group.actors().isEmpty();
        };
    }
}
