package io.feedmill.cli.audit;

import io.feedmill.cli.audit.Finding.WrongRow;
import io.feedmill.common.dynamo.Dynamo.Consistency;
import io.feedmill.common.fanout.Job;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedItem.Via;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.feed.FeedStore.ItemKey;
import io.feedmill.common.feed.FeedStore.StoredItem;
import io.feedmill.common.feed.FeedStore.Truth;
import io.feedmill.common.follow.FollowChange;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.post.Audience;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Finds items that must not be in home feeds: suspects by eventually consistent reads, confirmed by strongly consistent ones. Thread-safe. */
final class ExtraCheck {
    private static final int MAX_CACHED_POSTS = 50_000;

    private final AuditStores stores;
    private final OpenFollowChanges pairs;
    private final Clock clock;
    private final Map<ItemKey, Audience> livePosts = new ConcurrentHashMap<>();

    ExtraCheck(AuditStores stores, OpenFollowChanges pairs, Clock clock) {
        this.stores = stores;
        this.clock = clock;
        this.pairs = pairs;
    }

    /** Extra items, and when the suspects are settled that are not settled yet; {@link Instant#MAX} if a job is open. */
    record Result(List<WrongRow> extras, List<Instant> unsettled) {}

    /** Returns the extra items among these rows of home feeds, and those suspects on which a handler may still be working. */
    Result check(List<StoredItem> rows) {
        Result result = new Result(new ArrayList<>(), new ArrayList<>());
        List<HomeItem> items = new ArrayList<>();
        for (StoredItem row : rows) {
            HomeItem item = new HomeItem(Objects.requireNonNull(row.feed().reader()), row.item());
            if (row.key().equals(row.item().post().feedKey())) {
                items.add(item);
            } else {
                result.extras.add(misplaced(item, row.key().postId()));
            }
        }
        List<HomeItem> suspects = suspects(items);
        if (!suspects.isEmpty()) {
            confirm(suspects, result);
        }
        return result;
    }

    private WrongRow misplaced(HomeItem item, PostId place) {
        Optional<UserId> author = stores.jobs().find(JobId.of(place)).map(Job::author);
        WrongRow row = Finding.extra(item.user(), item.item(), "its key belongs to another post");
        return new WrongRow(place, author.orElse(row.author()), row.user(), row.finding());
    }

    private List<HomeItem> suspects(List<HomeItem> all) {
        cacheLivePosts(all);
        Set<Follow> existing =
                stores.follows().since(follows(all), Consistency.EVENTUAL).keySet();
        return all.stream()
                .filter(item -> (item.needsFollow() && !existing.contains(item.follow()))
                        || !item.isAdmittedBy(livePosts.get(item.item().source())))
                .toList();
    }

    /** Many feeds have the same posts. A change after the first read is left to the next audit. */
    private void cacheLivePosts(List<HomeItem> all) {
        if (livePosts.size() > MAX_CACHED_POSTS) {
            livePosts.clear();
        }
        Set<ItemKey> unknown = all.stream()
                .map(item -> item.item().source())
                .filter(key -> !livePosts.containsKey(key))
                .collect(Collectors.toSet());
        stores.feeds().items(unknown, Consistency.EVENTUAL).forEach((key, item) -> livePosts.put(key, item.audience()));
    }

    /**
     * A deleted post stays deleted. A follow or a change that is the same before and after the read of the item was the same during it. A suspect is settled
     * if no handler of the post's own job and of its last change was working when the reads began.
     */
    private void confirm(List<HomeItem> suspects, Result result) {
        Instant begun = clock.instant();
        Map<PostId, Instant> jobs = suspects.stream()
                .map(item -> item.item().post())
                .distinct()
                .collect(Collectors.toMap(Function.identity(), post -> stores.settledAt(JobId.of(post))));
        Evidence before = evidence(suspects);
        Map<Truth, Instant> changes = before.truths().values().stream()
                .distinct()
                .collect(Collectors.toMap(Function.identity(), stores::lastChangeSettledAt));
        Map<ItemKey, FeedItem> found =
                stores.feeds().items(suspects.stream().map(HomeItem::key).toList(), Consistency.STRONG);
        Evidence after = evidence(suspects);
        Set<Follow> closed = closed(before, after, follows(suspects));
        BiPredicate<UserId, PostId> away = stores.away(suspects.stream().map(HomeItem::user));
        suspects.stream()
                .filter(item -> !away.test(item.user(), item.item().post()))
                .filter(item -> item.item().equals(found.get(item.key())))
                .filter(item -> !item.needsFollow() || closed.contains(item.follow()))
                .forEach(item -> judge(item, before, after).ifPresent(reason -> {
                    Instant settled = Collections.max(List.of(
                            Objects.requireNonNull(jobs.get(item.item().post())),
                            Objects.requireNonNull(changes.get(before.truth(item)))));
                    if (settled.isBefore(begun)) {
                        result.extras.add(Finding.extra(item.user(), item.item(), reason));
                    } else {
                        result.unsettled.add(settled);
                    }
                }));
    }

    /** The rows that allow items to be in home feeds: posts, the ticks of follows, and unfollows that hide the author. */
    private record Evidence(Map<ItemKey, Truth> truths, Map<Follow, Long> since, Map<Follow, FollowChange> unfollows) {
        Truth truth(HomeItem item) {
            return Objects.requireNonNull(truths.get(item.item().source()));
        }

        boolean lacksFollow(HomeItem item) {
            return item.needsFollow() && !since.containsKey(item.follow());
        }
    }

    /** Strongly consistent. */
    private Evidence evidence(List<HomeItem> suspects) {
        List<Follow> follows = follows(suspects);
        return new Evidence(
                stores.truths(suspects.stream().map(item -> item.item().source())),
                stores.follows().since(follows, Consistency.STRONG),
                stores.readers().unfollows(follows));
    }

    /** Returns the pairs that did not change between two reads, and whose work had ended or was lost. */
    private Set<Follow> closed(Evidence before, Evidence after, Collection<Follow> all) {
        return all.stream()
                .filter(pair -> !pairs.isOpen(pair))
                .filter(pair -> isUnchanged(pair, before.since.get(pair), after.since.get(pair)))
                .filter(pair -> isClosed(before.unfollows.get(pair), after.unfollows.get(pair)))
                .collect(Collectors.toSet());
    }

    private boolean isUnchanged(Follow pair, @Nullable Long before, @Nullable Long after) {
        return Objects.equals(before, after) && (after == null || pairs.hasEnded(pair, after));
    }

    private boolean isClosed(@Nullable FollowChange before, @Nullable FollowChange after) {
        return Objects.equals(before, after)
                && (after == null || !stores.outbox().holds(after.work()));
    }

    /** Returns why the item is extra; empty: it is not. */
    private static Optional<String> judge(HomeItem item, Evidence before, Evidence after) {
        if (!(before.truth(item) instanceof Truth.Live live)) {
            return Optional.of("the post is gone");
        }
        if (before.lacksFollow(item) && after.lacksFollow(item)) {
            return Optional.of("the reader does not follow the author");
        }
        boolean forbidden =
                !item.isAdmittedBy(live.item().audience()) && after.truth(item).equals(live);
        return forbidden ? Optional.of("the reader may not read the post") : Optional.empty();
    }

    private static List<Follow> follows(List<HomeItem> all) {
        return all.stream()
                .filter(HomeItem::needsFollow)
                .map(HomeItem::follow)
                .distinct()
                .toList();
    }

    record HomeItem(UserId user, FeedItem item) {

        ItemKey key() {
            return new ItemKey(FeedName.home(user), item.post());
        }

        Follow follow() {
            return new Follow(user, item.author());
        }

        /** Whether the item may be here only if the user follows the author. */
        boolean needsFollow() {
            return item.via() != Via.SELF || !user.equals(item.author());
        }

        /** Whether the audience (null: the post is gone) admits the user. Permissions only concern followers. */
        boolean isAdmittedBy(@Nullable Audience audience) {
            return audience != null && (!needsFollow() || audience.admits(user));
        }
    }
}
