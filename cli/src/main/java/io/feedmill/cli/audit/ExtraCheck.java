package io.feedmill.cli.audit;

import io.feedmill.cli.audit.ItemCheck.AwayReaders;
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
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Finds items that must not be in home feeds: suspects by eventually consistent reads, which strongly consistent reads confirm or clear. Thread-safe.
 */
public final class ExtraCheck {
    private static final int MAX_CACHED_POSTS = 50_000;

    private final AuditStores stores;
    private final TruthReader truths;
    private final OpenFollowChanges pairs;
    private final Clock clock;
    private final Map<ItemKey, Audience> livePosts = new ConcurrentHashMap<>();

    public ExtraCheck(AuditStores stores, OpenFollowChanges pairs, Clock clock) {
        this.stores = stores;
        this.clock = clock;
        this.truths = new TruthReader(stores, clock);
        this.pairs = pairs;
    }

    /**
     * An item that must not be in the user's home feed.
     *
     * @param post the post of the row's key
     * @param author the author of that post
     */
    public record Extra(UserId user, PostId post, UserId author, Finding finding) {

        static Extra of(HomeItem item, String reason) {
            return new Extra(
                    item.user(),
                    item.item().post(),
                    item.item().author(),
                    Finding.extra(item.user(), item.item(), reason));
        }
    }

    /**
     * The result of a check.
     *
     * @param unsettled when each suspect is settled that is not settled yet; {@link Instant#MAX} if a job is open
     */
    public record Result(List<Extra> extras, List<Instant> unsettled) {}

    /** Returns the extra items among these rows of home feeds, and those suspects on which a handler may still be working. */
    public Result check(List<StoredItem> rows) {
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

    private Extra misplaced(HomeItem item, PostId place) {
        UserId author = stores.jobs()
                .find(JobId.of(place))
                .map(Job::author)
                .orElse(item.item().author());
        return new Extra(
                item.user(), place, author, Finding.extra(item.user(), item.item(), "its key belongs to another post"));
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
                .collect(Collectors.toMap(Function.identity(), post -> truths.settledAt(JobId.of(post))));
        Evidence before = evidence(suspects);
        Map<Truth, Instant> changes = before.truths().values().stream()
                .distinct()
                .collect(Collectors.toMap(Function.identity(), truths::lastChangeSettledAt));
        Map<ItemKey, FeedItem> found =
                stores.feeds().items(suspects.stream().map(HomeItem::key).toList(), Consistency.STRONG);
        Evidence after = evidence(suspects);
        Set<Follow> closed = closed(before, after, follows(suspects));
        AwayReaders away = AwayReaders.read(stores, suspects.stream().map(HomeItem::user));
        suspects.stream()
                .filter(item -> !away.ignore(item.user(), item.item().post()))
                .filter(item -> item.item().equals(found.get(item.key())))
                .filter(item -> !item.needsFollow() || closed.contains(item.follow()))
                .forEach(item -> judge(item, before, after).ifPresent(extra -> {
                    Instant settled = Collections.max(List.of(
                            Objects.requireNonNull(jobs.get(extra.post())),
                            Objects.requireNonNull(changes.get(before.truth(item)))));
                    if (settled.isBefore(begun)) {
                        result.extras.add(extra);
                    } else {
                        result.unsettled.add(settled);
                    }
                }));
    }

    /**
     * The rows that allow items to be in home feeds.
     *
     * @param since the ticks of the follows
     * @param unfollows those that hide the author
     */
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
                truths.read(suspects.stream().map(item -> item.item().source())),
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

    private static Optional<Extra> judge(HomeItem item, Evidence before, Evidence after) {
        if (!(before.truth(item) instanceof Truth.Live live)) {
            return Optional.of(Extra.of(item, "the post is gone"));
        }
        if (before.lacksFollow(item) && after.lacksFollow(item)) {
            return Optional.of(Extra.of(item, "the reader does not follow the author"));
        }
        boolean forbidden =
                !item.isAdmittedBy(live.item().audience()) && after.truth(item).equals(live);
        return forbidden ? Optional.of(Extra.of(item, "the reader may not read the post")) : Optional.empty();
    }

    private static List<Follow> follows(List<HomeItem> all) {
        return all.stream()
                .filter(HomeItem::needsFollow)
                .map(HomeItem::follow)
                .distinct()
                .toList();
    }

    /** An item in a user's home feed. */
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
