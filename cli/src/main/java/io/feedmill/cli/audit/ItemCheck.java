package io.feedmill.cli.audit;

import io.feedmill.common.dormant.DormancyPolicy;
import io.feedmill.common.dynamo.Dynamo.Consistency;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedStore.ItemKey;
import io.feedmill.common.feed.FeedStore.Truth;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.follow.ReaderActivity;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds missing and stale items: suspects by eventually consistent reads, which strongly consistent reads confirm or clear. */
public record ItemCheck(AuditStores stores, TruthReader truths, Guarantee guarantee, Clock clock) {

    /** An item that is missing or stale. */
    public record Wrong(ExpectedItem expected, Finding finding) {}

    /** Returns the wrong items. The caller has read complete jobs, and then the truth strongly consistent, before this call. */
    public List<Wrong> check(List<ExpectedItem> all) {
        Map<ItemKey, FeedItem> found = items(all, Consistency.EVENTUAL);
        List<ExpectedItem> suspects =
                all.stream().filter(item -> compare(item, found).isPresent()).toList();
        return suspects.isEmpty() ? List.of() : confirm(withoutAway(suspects));
    }

    private List<ExpectedItem> withoutAway(List<ExpectedItem> suspects) {
        AwayReaders away = AwayReaders.read(stores, suspects.stream().map(ExpectedItem::user));
        return suspects.stream()
                .filter(item -> !away.ignore(item.user(), item.truth().post()))
                .toList();
    }

    /** The order of these reads makes a finding true at the moment of the first read: see docs/decisions/017. */
    private List<Wrong> confirm(List<ExpectedItem> suspects) {
        Map<ItemKey, FeedItem> found = items(suspects, Consistency.STRONG);
        Map<Follow, Long> since = stores.follows()
                .since(
                        suspects.stream()
                                .filter(item -> !item.isOwn())
                                .map(ExpectedItem::follow)
                                .toList(),
                        Consistency.STRONG);
        Map<ItemKey, Truth> now =
                truths.read(suspects.stream().map(item -> item.truth().source()));
        return suspects.stream()
                .filter(item -> item.isExpectedBy(now.get(item.truth().source())))
                .filter(item -> Objects.equals(item.since(), since.get(item.follow())))
                .filter(item -> guarantee.isRetained(item.truth().post(), clock.instant()))
                .flatMap(item -> compare(item, found).stream())
                .toList();
    }

    private Map<ItemKey, FeedItem> items(List<ExpectedItem> all, Consistency consistency) {
        return stores.feeds().items(all.stream().map(ExpectedItem::key).toList(), consistency);
    }

    private static Optional<Wrong> compare(ExpectedItem expected, Map<ItemKey, FeedItem> found) {
        FeedItem item = found.get(expected.key());
        if (item == null) {
            return Optional.of(new Wrong(expected, Finding.missing(expected)));
        }
        return expected.isMetBy(item)
                ? Optional.empty()
                : Optional.of(new Wrong(expected, Finding.stale(expected, item)));
    }

    /**
     * Readers who were away: pages ignore rows of the posts that slices may have passed over them with, so neither a row nor its lack is a finding. What is read
     * after such a slice tells it for as long as home feeds keep the post: until the reader returns by the time of the last page, then by the gap.
     */
    record AwayReaders(Map<UserId, ReaderActivity> active) {

        static AwayReaders read(AuditStores stores, Stream<UserId> users) {
            return new AwayReaders(
                    stores.dormancy().get().equals(DormancyPolicy.NONE)
                            ? Map.of()
                            : stores.readers().active(users.distinct().toList()));
        }

        boolean ignore(UserId reader, PostId post) {
            return DormancyPolicy.mayHavePassedOver(active.get(reader), post.tick());
        }
    }
}
