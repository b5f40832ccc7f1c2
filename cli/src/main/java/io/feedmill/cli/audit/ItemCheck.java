package io.feedmill.cli.audit;

import io.feedmill.common.dynamo.Consistency;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedStore;
import io.feedmill.common.feed.ItemKey;
import io.feedmill.common.feed.Truth;
import io.feedmill.common.follow.Follow;
import io.feedmill.common.follow.FollowStore;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Looks for items that must be in home feeds: once cheaply, and at what seems wrong a second time, so that nobody is accused falsely. */
final class ItemCheck {
    private final FeedStore feeds;
    private final Truths truths;
    private final FollowStore follows;
    private final Promise promise;
    private final Clock clock;

    ItemCheck(FeedStore feeds, FollowStore follows, Promise promise, Clock clock) {
        this.feeds = feeds;
        this.truths = new Truths(feeds);
        this.follows = follows;
        this.promise = promise;
        this.clock = clock;
    }

    /** An item that is not as it must be. */
    record Wrong(Due due, Finding finding) {}

    /** Which of them are missing or stale. Their jobs were complete, and their truths read strongly consistent, before this call. */
    List<Wrong> check(List<Due> all) {
        Map<ItemKey, FeedItem> found = items(all, Consistency.EVENTUAL);
        List<Due> suspects =
                all.stream().filter(due -> verdict(due, found).isPresent()).toList();
        return suspects.isEmpty() ? List.of() : confirm(suspects);
    }

    /** The order of these reads is what makes an accusation true in the moment of the first: see docs/audit.md. */
    private List<Wrong> confirm(List<Due> suspects) {
        Map<ItemKey, FeedItem> found = items(suspects, Consistency.STRONG);
        Map<Follow, Long> since = follows.since(
                suspects.stream().filter(due -> !due.own()).map(Due::follow).toList(), Consistency.STRONG);
        Map<ItemKey, Truth> now = truths.of(suspects.stream().map(Due::source));
        return suspects.stream()
                .filter(due -> due.isStillSaidBy(now.get(due.source())))
                .filter(due -> due.own() || includes(since.get(due.follow()), due))
                .filter(due -> promise.lasts(due.truth().post(), clock.instant()))
                .flatMap(due -> verdict(due, found).stream())
                .toList();
    }

    private Map<ItemKey, FeedItem> items(List<Due> all, Consistency consistency) {
        return feeds.items(all.stream().map(Due::item).toList(), consistency);
    }

    private boolean includes(@Nullable Long since, Due due) {
        return since != null && promise.includes(since, due.truth().post());
    }

    private static Optional<Wrong> verdict(Due due, Map<ItemKey, FeedItem> found) {
        FeedItem item = found.get(due.item());
        if (item == null) {
            return Optional.of(new Wrong(due, Finding.missing(due)));
        }
        return due.isMetBy(item) ? Optional.empty() : Optional.of(new Wrong(due, Finding.stale(due, item)));
    }
}
