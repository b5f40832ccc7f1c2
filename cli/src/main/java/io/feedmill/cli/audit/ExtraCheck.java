package io.feedmill.cli.audit;

import io.feedmill.common.Stores;
import io.feedmill.common.dynamo.Consistency;
import io.feedmill.common.fanout.JobStore;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedStore;
import io.feedmill.common.feed.ItemKey;
import io.feedmill.common.feed.StoredItem;
import io.feedmill.common.feed.Truth;
import io.feedmill.common.follow.Follow;
import io.feedmill.common.follow.FollowStore;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
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

/** Looks for rows of home feeds that must not be there: once cheaply, and at what seems wrong a second time. */
final class ExtraCheck {
    private static final int REMEMBERED = 50_000;

    private final FeedStore feeds;
    private final FollowStore follows;
    private final JobStore jobs;
    private final Truths truths;
    private final Changes changes;
    private final Clock clock;
    private final Map<ItemKey, Audience> live = new HashMap<>();

    ExtraCheck(Stores stores, Clock clock) {
        this.feeds = stores.feeds();
        this.follows = stores.follows();
        this.jobs = stores.jobs();
        this.truths = new Truths(stores.feeds());
        this.changes = new Changes(stores.jobs(), clock);
        this.clock = clock;
    }

    /** The extra ones of these rows; those of author feeds are passed over. */
    List<Finding> check(List<StoredItem> rows) {
        List<Finding> extras = new ArrayList<>();
        List<Held> held = new ArrayList<>();
        for (StoredItem row : rows) {
            UserId reader = row.feed().reader();
            if (reader != null && row.key().equals(row.item().post().feedKey())) {
                held.add(new Held(reader, row.item()));
            } else if (reader != null) {
                extras.add(Finding.extra(reader, row.item(), "under the key of another post"));
            }
        }
        List<Held> suspects = suspects(held);
        extras.addAll(suspects.isEmpty() ? List.of() : confirm(suspects));
        return extras;
    }

    private List<Held> suspects(List<Held> all) {
        remember(all);
        Map<Follow, Long> since = since(all, Consistency.EVENTUAL);
        return all.stream()
                .filter(held -> held.lacks(since) || !held.isAdmittedBy(live.get(held.source())))
                .toList();
    }

    /** Many feeds have the same posts. What changes after the first look at one the next audit sees. */
    private void remember(List<Held> all) {
        if (live.size() > REMEMBERED) {
            live.clear();
        }
        Set<ItemKey> unknown = all.stream()
                .map(Held::source)
                .filter(key -> !live.containsKey(key))
                .collect(Collectors.toSet());
        feeds.items(unknown, Consistency.EVENTUAL).forEach((key, item) -> live.put(key, item.audience()));
    }

    /** A post that is gone stays so; a follow that is absent, or a change that is the last, before and after the item is read was so beside it. */
    private List<Finding> confirm(List<Held> suspects) {
        List<Held> settled = settled(suspects);
        Look before = look(settled);
        Set<Truth> followed = before.truths().values().stream()
                .filter(truth -> truth instanceof Truth.Live live && changes.isSettled(live))
                .collect(Collectors.toSet());
        Map<ItemKey, FeedItem> found =
                feeds.items(settled.stream().map(Held::place).toList(), Consistency.STRONG);
        Look after = look(settled);
        return settled.stream()
                .filter(held -> held.item().equals(found.get(held.place())))
                .flatMap(held -> verdict(held, before, after, followed).stream())
                .toList();
    }

    /** What gives items the right to be where they are. */
    private record Look(Map<ItemKey, Truth> truths, Map<Follow, Long> since) {
        Truth truth(Held held) {
            return Objects.requireNonNull(truths.get(held.source()));
        }
    }

    private Look look(List<Held> suspects) {
        return new Look(truths.of(suspects.stream().map(Held::source)), since(suspects, Consistency.STRONG));
    }

    private static Optional<Finding> verdict(Held held, Look before, Look after, Set<Truth> followed) {
        if (!(before.truth(held) instanceof Truth.Live live)) {
            return Optional.of(Finding.extra(held.user(), held.item(), "which is gone"));
        }
        if (held.lacks(before.since()) && held.lacks(after.since())) {
            return Optional.of(Finding.extra(held.user(), held.item(), "whom its owner does not follow"));
        }
        boolean secret =
                !held.isAdmittedBy(live.item().audience()) && after.truth(held).equals(live) && followed.contains(live);
        return secret
                ? Optional.of(Finding.extra(held.user(), held.item(), "which its owner may not read"))
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
        return jobs.find(JobId.of(post))
                .map(job -> Promise.isSettled(job, clock.instant()))
                .orElse(true);
    }

    private Map<Follow, Long> since(List<Held> all, Consistency consistency) {
        return follows.since(
                all.stream().filter(Held::needsFollow).map(Held::follow).toList(), consistency);
    }
}
