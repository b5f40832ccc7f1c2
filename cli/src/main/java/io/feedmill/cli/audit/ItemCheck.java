package io.feedmill.cli.audit;

import io.feedmill.cli.audit.Auditor.AuditRun;
import io.feedmill.cli.audit.ExpectedItems.ExpectedItem;
import io.feedmill.cli.audit.Finding.WrongRow;
import io.feedmill.common.dynamo.Dynamo.Consistency;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedStore.ItemKey;
import io.feedmill.common.feed.FeedStore.Truth;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiPredicate;

/** Finds missing and stale items: suspects by eventually consistent reads, which strongly consistent reads confirm or clear. */
record ItemCheck(AuditRun run) {

    /** Returns the wrong items. The caller has read complete jobs, and then the truth strongly consistent, before this call. */
    List<WrongRow> check(List<ExpectedItem> all) {
        Map<ItemKey, FeedItem> found = items(all, Consistency.EVENTUAL);
        List<ExpectedItem> suspects =
                all.stream().filter(item -> compare(item, found).isPresent()).toList();
        return suspects.isEmpty() ? List.of() : confirm(withoutAway(suspects));
    }

    private List<ExpectedItem> withoutAway(List<ExpectedItem> suspects) {
        BiPredicate<UserId, PostId> away = run.stores().away(suspects.stream().map(ExpectedItem::user));
        return suspects.stream()
                .filter(item -> !away.test(item.user(), item.truth().post()))
                .toList();
    }

    /** The order of these reads makes a finding true at the moment of the first read: see docs/decisions/017. */
    private List<WrongRow> confirm(List<ExpectedItem> suspects) {
        Map<ItemKey, FeedItem> found = items(suspects, Consistency.STRONG);
        List<Follow> follows = suspects.stream()
                .filter(item -> !item.isOwn())
                .map(ExpectedItem::follow)
                .toList();
        Map<Follow, Long> since = run.stores().follows().since(follows, Consistency.STRONG);
        Map<ItemKey, Truth> now =
                run.stores().truths(suspects.stream().map(item -> item.truth().source()));
        return suspects.stream()
                .filter(item -> item.isExpectedBy(now.get(item.truth().source())))
                .filter(item -> Objects.equals(item.since(), since.get(item.follow())))
                .filter(item -> run.isRetained(item.truth().post()))
                .flatMap(item -> compare(item, found).stream())
                .toList();
    }

    private Map<ItemKey, FeedItem> items(List<ExpectedItem> all, Consistency consistency) {
        return run.stores().feeds().items(all.stream().map(ExpectedItem::key).toList(), consistency);
    }

    private static Optional<WrongRow> compare(ExpectedItem expected, Map<ItemKey, FeedItem> found) {
        FeedItem item = found.get(expected.key());
        if (item == null) {
            return Optional.of(Finding.missing(expected));
        }
        return expected.isMetBy(item) ? Optional.empty() : Optional.of(Finding.stale(expected, item));
    }
}
