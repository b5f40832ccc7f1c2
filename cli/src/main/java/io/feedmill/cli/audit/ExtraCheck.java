package io.feedmill.cli.audit;

import io.feedmill.common.Stores;
import io.feedmill.common.dynamo.Dynamo.Consistency;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.feed.FeedStore;
import io.feedmill.common.feed.FeedStore.ItemKey;
import io.feedmill.common.feed.FeedStore.StoredItem;
import io.feedmill.common.feed.FeedStore.Truth;
import io.feedmill.common.follow.FollowStore;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.post.Audience;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Finds items that must not be in home feeds: suspects by eventually consistent reads, which strongly consistent reads confirm or clear. */
final class ExtraCheck {
    private static final int MAX_CACHED_POSTS = 50_000;

    private final FeedStore feeds;
    private final FollowStore follows;
    private final TruthReader truths;
    private final Map<ItemKey, Audience> livePosts = new HashMap<>();

    ExtraCheck(Stores stores, Clock clock) {
        this.feeds = stores.feeds();
        this.follows = stores.follows();
        this.truths = new TruthReader(stores, clock);
    }

    /** An item in a user's home feed. */
    private record HomeItem(UserId user, FeedItem item) {

        ItemKey key() {
            return new ItemKey(FeedName.home(user), item.post());
        }

        /** The key of the truth in the author feed. */
        ItemKey source() {
            return new ItemKey(FeedName.author(item.author()), item.post());
        }

        Follow follow() {
            return new Follow(user, item.author());
        }

        /** Whether the item may be here only if the user follows the author. */
        boolean needsFollow() {
            return switch (item.via()) {
                case FOLLOW -> true;
                case SELF -> !user.equals(item.author());
                case MENTION, ANNOUNCEMENT -> false;
            };
        }

        /** Whether the audience (null: the post is gone) admits the user. Permissions only concern followers. */
        boolean isAdmittedBy(@Nullable Audience audience) {
            return audience != null && (!needsFollow() || audience.admits(user));
        }

        boolean lacksFollow(Map<Follow, Long> since) {
            return needsFollow() && !since.containsKey(follow());
        }
    }

    /** Returns a finding for each extra item among these rows of home feeds. */
    List<Finding> check(List<StoredItem> rows) {
        List<Finding> extras = new ArrayList<>();
        List<HomeItem> items = new ArrayList<>();
        for (StoredItem row : rows) {
            UserId reader = row.feed().reader();
            if (reader != null && row.key().equals(row.item().post().feedKey())) {
                items.add(new HomeItem(reader, row.item()));
            } else if (reader != null) {
                extras.add(Finding.extra(reader, row.item(), "its key belongs to another post"));
            }
        }
        List<HomeItem> suspects = suspects(items);
        extras.addAll(suspects.isEmpty() ? List.of() : confirm(suspects));
        return extras;
    }

    private List<HomeItem> suspects(List<HomeItem> all) {
        cacheLivePosts(all);
        Map<Follow, Long> since = since(all, Consistency.EVENTUAL);
        return all.stream()
                .filter(item -> item.lacksFollow(since) || !item.isAdmittedBy(livePosts.get(item.source())))
                .toList();
    }

    /** Many feeds have the same posts. A change after the first read is left to the next audit. */
    private void cacheLivePosts(List<HomeItem> all) {
        if (livePosts.size() > MAX_CACHED_POSTS) {
            livePosts.clear();
        }
        Set<ItemKey> unknown = all.stream()
                .map(HomeItem::source)
                .filter(key -> !livePosts.containsKey(key))
                .collect(Collectors.toSet());
        feeds.items(unknown, Consistency.EVENTUAL).forEach((key, item) -> livePosts.put(key, item.audience()));
    }

    /** A deleted post stays deleted. A follow or a change that is the same before and after the read of the item was the same during it. */
    private List<Finding> confirm(List<HomeItem> suspects) {
        List<HomeItem> settled = settled(suspects);
        Evidence before = evidence(settled);
        Set<Truth> settledTruths = before.truths().values().stream()
                .filter(truth -> truth instanceof Truth.Live live && truths.isLastChangeSettled(live))
                .collect(Collectors.toSet());
        Map<ItemKey, FeedItem> found =
                feeds.items(settled.stream().map(HomeItem::key).toList(), Consistency.STRONG);
        Evidence after = evidence(settled);
        return settled.stream()
                .filter(item -> item.item().equals(found.get(item.key())))
                .flatMap(item -> judge(item, before, after, settledTruths).stream())
                .toList();
    }

    /** The rows that allow items to be in home feeds. */
    private record Evidence(Map<ItemKey, Truth> truths, Map<Follow, Long> since) {
        Truth truth(HomeItem item) {
            return Objects.requireNonNull(truths.get(item.source()));
        }
    }

    private Evidence evidence(List<HomeItem> suspects) {
        return new Evidence(truths.read(suspects.stream().map(HomeItem::source)), since(suspects, Consistency.STRONG));
    }

    private static Optional<Finding> judge(HomeItem item, Evidence before, Evidence after, Set<Truth> settled) {
        if (!(before.truth(item) instanceof Truth.Live live)) {
            return Optional.of(Finding.extra(item.user(), item.item(), "the post is gone"));
        }
        if (item.lacksFollow(before.since()) && item.lacksFollow(after.since())) {
            return Optional.of(Finding.extra(item.user(), item.item(), "the reader does not follow the author"));
        }
        boolean forbidden =
                !item.isAdmittedBy(live.item().audience()) && after.truth(item).equals(live) && settled.contains(live);
        return forbidden
                ? Optional.of(Finding.extra(item.user(), item.item(), "the reader may not read the post"))
                : Optional.empty();
    }

    /** Returns the suspects on which no handler can still be working. */
    private List<HomeItem> settled(List<HomeItem> suspects) {
        var settled = suspects.stream()
                .map(item -> item.item().post())
                .distinct()
                .filter(post -> truths.isSettled(JobId.of(post)))
                .collect(Collectors.toSet());
        return suspects.stream()
                .filter(item -> settled.contains(item.item().post()))
                .toList();
    }

    private Map<Follow, Long> since(List<HomeItem> all, Consistency consistency) {
        return follows.since(
                all.stream().filter(HomeItem::needsFollow).map(HomeItem::follow).toList(), consistency);
    }
}
