package io.feedmill.local.audit;

import io.feedmill.common.config.Stores;
import io.feedmill.common.dynamo.Consistency;
import io.feedmill.common.fanout.JobStore;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedStore;
import io.feedmill.common.feed.ItemKey;
import io.feedmill.common.feed.StoredItem;
import io.feedmill.common.follow.Follow;
import io.feedmill.common.follow.FollowStore;
import io.feedmill.common.key.PostId;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Looks for rows of home feeds that must not be there: once cheaply, and at what seems wrong a second time. */
final class ExtraCheck {
    private static final int REMEMBERED = 50_000;

    private final FeedStore feeds;
    private final FollowStore follows;
    private final JobStore jobs;
    private final Clock clock;
    private final Set<ItemKey> live = new HashSet<>();

    ExtraCheck(Stores stores, Clock clock) {
        this.feeds = stores.feeds();
        this.follows = stores.follows();
        this.jobs = stores.jobs();
        this.clock = clock;
    }

    /** The extra ones of these rows; those of author feeds are passed over. */
    List<Finding> check(List<StoredItem> rows) {
        List<Finding> extras = new ArrayList<>();
        List<Held> held = new ArrayList<>();
        for (StoredItem row : rows) {
            String reader = row.feed().reader();
            if (reader != null && row.key().equals(row.item().post().feedKey())) {
                held.add(new Held(reader, row.item()));
            } else if (reader != null) {
                extras.add(Finding.extra(reader, row.item(), "under the key of another post"));
            }
        }
        extras.addAll(confirm(suspects(held)));
        return extras;
    }

    private List<Held> suspects(List<Held> all) {
        remember(all);
        Map<Follow, Long> since = since(all, Consistency.EVENTUAL);
        return all.stream()
                .filter(held -> !live.contains(held.source()) || held.lacks(since))
                .toList();
    }

    /** Many feeds have the same posts. One that lived when it was first looked at passes: the next audit sees it. */
    private void remember(List<Held> all) {
        if (live.size() > REMEMBERED) {
            live.clear();
        }
        Set<ItemKey> unknown = all.stream()
                .map(Held::source)
                .filter(key -> !live.contains(key))
                .collect(Collectors.toSet());
        live.addAll(feeds.items(unknown, Consistency.EVENTUAL).keySet());
    }

    /** A post that is gone stays so; a follow that is absent before and after the item is read was absent beside it. */
    private List<Finding> confirm(List<Held> suspects) {
        List<Held> settled = settled(suspects);
        Set<ItemKey> truths = feeds.items(settled.stream().map(Held::source).toList(), Consistency.STRONG)
                .keySet();
        Map<Follow, Long> before = since(settled, Consistency.STRONG);
        Map<ItemKey, FeedItem> found =
                feeds.items(settled.stream().map(Held::place).toList(), Consistency.STRONG);
        Map<Follow, Long> after = since(settled, Consistency.STRONG);
        return settled.stream()
                .filter(held -> held.item().equals(found.get(held.place())))
                .flatMap(held ->
                        verdict(held, truths.contains(held.source()), held.lacks(before) && held.lacks(after)).stream())
                .toList();
    }

    private static Optional<Finding> verdict(Held held, boolean live, boolean stranger) {
        if (!live) {
            return Optional.of(Finding.extra(held.user(), held.item(), "which is gone"));
        }
        return stranger
                ? Optional.of(Finding.extra(held.user(), held.item(), "whom its owner does not follow"))
                : Optional.empty();
    }

    /** Those on which no handler still works. */
    private List<Held> settled(List<Held> suspects) {
        Set<PostId> posts = suspects.stream()
                .map(held -> held.item().post())
                .distinct()
                .filter(this::isSettled)
                .collect(Collectors.toSet());
        return suspects.stream()
                .filter(held -> posts.contains(held.item().post()))
                .toList();
    }

    private boolean isSettled(PostId post) {
        return jobs.find(post)
                .map(job -> Promise.isSettled(job, clock.instant()))
                .orElse(true);
    }

    private Map<Follow, Long> since(List<Held> all, Consistency consistency) {
        return follows.since(
                all.stream().filter(Held::needsFollow).map(Held::follow).toList(), consistency);
    }
}
