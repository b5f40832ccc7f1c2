package io.feedmill.common.follow;

import io.feedmill.common.dynamo.Attributes;
import io.feedmill.common.dynamo.BatchWriter;
import io.feedmill.common.dynamo.BatchWriter.BatchResult;
import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.dynamo.Dynamo.Consistency;
import io.feedmill.common.dynamo.Dynamo.Count;
import io.feedmill.common.dynamo.PartitionQuery;
import io.feedmill.common.dynamo.Row;
import io.feedmill.common.dynamo.TransactionResult;
import io.feedmill.common.follow.FollowTransactions.Found;
import io.feedmill.common.key.Ticks;
import io.feedmill.common.key.UserId;
import io.feedmill.common.outbox.OpenWork;
import io.feedmill.common.outbox.OutboxRows;
import io.feedmill.common.queue.Feature;
import io.feedmill.common.storage.Page;
import io.feedmill.common.storage.StorageException;
import jakarta.validation.constraints.Min;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.context.annotation.Bean;
import org.springframework.stereotype.Component;
import org.springframework.validation.annotation.Validated;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** The follows. Each is two rows of the table {@code follows}, one for each side, as {@link FollowRows}. Thread-safe. */
@Component
public record FollowStore(
        Dynamo dynamo, BatchWriter writer, FollowTransactions pairs, FollowSettings settings, Clock clock) {
    /** The number of the author's newest posts that a follow brings. */
    public static final int NEWEST = 100;

    /** How long a request stays open; then DynamoDB deletes it, within a few days. */
    public static final Duration REQUEST_RETENTION = Duration.ofDays(90);

    public static final int MAX_COUNT = 10_000;

    private static final int COUNT_PAGE = 1_000;
    private static final double COUNT_UNITS = 100;

    private static final Duration IMPORT_TIMEOUT = Duration.ofSeconds(60);

    /**
     * Begins a follow, in one transaction: both rows, the deletion of the row that hides the author from the follower, the end of an open request,
     * and an outbox row. Of an author who asks, makes a request, with an outbox row as well, unless a row of the follow exists. Writes nothing if the follow exists with both rows
     * and nothing hides the author, if a block stands between the two, if the request is open already, or if the user follows the maximum of authors
     * or has the maximum of open requests. An existing follow keeps its {@code since}.
     */
    public FollowResult follow(Follow follow) {
        return FollowTransactions.retryOnConflict(() -> tryFollow(follow));
    }

    /** Returns empty if another change of the follow, or of the policy, came between read and write. */
    private Optional<FollowResult> tryFollow(Follow follow) {
        Found found = pairs.read(follow, FollowRows.policyKey(follow));
        boolean begins = found.follow().isEmpty();
        if (found.follow().size() == FollowRows.OF_FOLLOW && !pairs.isHidden(follow)) {
            return Optional.of(new FollowResult.Unchanged());
        }
        if (begins && isFull(follow)) {
            return Optional.of(new FollowResult.Full());
        }
        if (begins && found.other() != null && found.other().has(FollowRows.ASKS)) {
            return tryRequest(follow);
        }
        FollowChange change = pairs.change(follow, FollowChange.Kind.FOLLOW);
        return tried(pairs.follow(change, found), new FollowResult.Followed(change));
    }

    private boolean isFull(Follow follow) {
        return dynamo.count(FollowRows.following(follow.follower()), settings.max()) >= settings.max();
    }

    private Optional<FollowResult> tryRequest(Follow follow) {
        if (isRequested(follow)) {
            return Optional.of(new FollowResult.Requested(null));
        }
        int max = settings.maxRequests();
        FollowChange change = pairs.change(follow, FollowChange.Kind.REQUEST);
        return dynamo.count(FollowRows.requesting(follow.follower()).unexpired(clock.instant()), max) >= max
                ? Optional.of(new FollowResult.TooManyRequests())
                : tried(pairs.request(change), new FollowResult.Requested(change));
    }

    private Optional<FollowResult> tried(List<TransactWriteItem> writes, FollowResult result) {
        return switch (dynamo.transact(writes)) {
            case TransactionResult.Committed committed -> Optional.of(result);
            case TransactionResult.ConditionFailed failed ->
                failed.write() < FollowTransactions.BLOCK_CHECKS
                        ? Optional.of(new FollowResult.Blocked())
                        : Optional.empty();
        };
    }

    /** Begins a follow in one transaction with the end of the request for it, whatever the policy is. A repetition writes nothing. */
    public FollowResult accept(Follow request) {
        return FollowTransactions.retryOnConflict(() -> tryAccept(request));
    }

    /** The request is read first: an acceptance that ended it is seen. */
    private Optional<FollowResult> tryAccept(Follow request) {
        boolean open = isRequested(request);
        boolean follows = follows(request);
        if (!open) {
            return Optional.of(follows ? new FollowResult.Unchanged() : new FollowResult.NotRequested());
        }
        if (!follows && isFull(request)) {
            return Optional.of(new FollowResult.Full());
        }
        FollowChange change = pairs.change(request, FollowChange.Kind.FOLLOW);
        return tried(pairs.accept(change), new FollowResult.Followed(change));
    }

    /** Ends the request; an absent one is no error, and writes nothing. */
    public void refuse(Follow request) {
        if (isRequested(request)) {
            dynamo.transact(pairs.deleteRequest(request));
        }
    }

    /** Whether the request is open. Strongly consistent. */
    public boolean isRequested(Follow follow) {
        return request(follow).isPresent();
    }

    private Optional<Row> request(Follow follow) {
        return dynamo.get(FollowRows.TABLE, FollowRows.requestKey(follow)).filter(row -> !row.expired(clock.instant()));
    }

    /** The tick of the change that made the open request; empty if none is open. Strongly consistent. */
    public Optional<Long> requestedAt(Follow follow) {
        return request(follow).flatMap(row -> row.optionalNumber(FollowRows.TICK));
    }

    /** The tick of the change that began the follow; empty if it does not exist, or is an import. Strongly consistent. */
    public Optional<Long> followedAt(Follow follow) {
        return dynamo.get(FollowRows.TABLE, FollowRows.key(follow)).flatMap(row -> row.optionalNumber(FollowRows.TICK));
    }

    /** Those of these users whose requests to follow the author are open. Strongly consistent. */
    public Set<UserId> requesting(UserId author, Collection<UserId> users) {
        Stream<Attributes> keys = users.stream().map(user -> FollowRows.requestKey(new Follow(user, author)));
        return dynamo.getAll(FollowRows.TABLE, keys).stream()
                .filter(row -> !row.expired(clock.instant()))
                .map(FollowRows::user)
                .collect(Collectors.toUnmodifiableSet());
    }

    /** A page of the users whose requests to follow this one are open, as {@link #followers}. */
    public Page<UserId, UserId> requests(UserId author, @Nullable UserId after, int limit) {
        return page(FollowRows.requests(author).unexpired(clock.instant()), after, limit);
    }

    /** Whether the user asks: a follow of the user is a request. False unless set. Strongly consistent. */
    public boolean asks(UserId user) {
        return dynamo.get(FollowRows.TABLE, FollowRows.policyKey(new Follow(user, user)))
                .filter(policy -> policy.has(FollowRows.ASKS))
                .isPresent();
    }

    /** Sets the policy: no follow that contradicts it begins after the return. Followers and requests stay. A repetition writes nothing. */
    public void setAsks(UserId user, boolean asks) {
        if (asks(user) != asks) {
            dynamo.transact(FollowRows.policy(user, asks)
                    .map(copy -> dynamo.put(FollowRows.TABLE, copy))
                    .toList());
        }
    }

    /**
     * Ends a follow, in one transaction: removes both rows, hides the author from the follower at once, and adds an outbox row. Ends an open request
     * before. Returns empty if both rows are absent, and writes nothing if the request is, too. Rows that are absent are read again, after the
     * request: it may have been accepted after their first read.
     */
    public Optional<FollowChange> unfollow(Follow follow) {
        Found found = pairs.read(follow, FollowRows.requestKey(follow));
        if (found.other() != null) {
            dynamo.transact(pairs.deleteRequest(follow));
        }
        if (found.follow().isEmpty() && pairs.rows(follow).isEmpty()) {
            return Optional.empty();
        }
        FollowChange change = pairs.change(follow, FollowChange.Kind.UNFOLLOW);
        dynamo.transact(pairs.end(change));
        return Optional.of(change);
    }

    /** Ends a follow as {@link #unfollow}, on condition that one of the two blocks the other: what a block forbade, a later one may have allowed. */
    public Optional<FollowChange> endForbidden(Follow follow) {
        if (pairs.rows(follow).isEmpty()) {
            return Optional.empty();
        }
        FollowChange change = pairs.change(follow, FollowChange.Kind.UNFOLLOW);
        return Stream.of(follow, follow.reversed())
                .map(block -> pairs.endForbidden(change, block))
                .filter(dynamo::commit)
                .findFirst()
                .map(ended -> change);
    }

    /**
     * Ends the work of a change whose home feed is reconciled: removes its outbox row, and the row that hides the author if it is that of the same
     * unfollow. Returns false if it had ended. A hidden row of another unfollow stays: that one deletes it.
     */
    public boolean end(FollowChange change) {
        OpenWork work = change.work();
        Attributes kind = Attributes.of().string(":kind", work.kind());
        return (change.kind() == FollowChange.Kind.UNFOLLOW && endHidden(change))
                || dynamo.delete(OutboxRows.TABLE, OutboxRows.key(work), "kind = :kind", kind);
    }

    /** As {@link #end}, of an unfollow that still hides its author; of any other one nothing is written. */
    public boolean endHidden(FollowChange unfollow) {
        List<TransactWriteItem> both = List.of(
                dynamo.deletion(OutboxRows.TABLE, OutboxRows.key(unfollow.work())), pairs.deleteHiddenRow(unfollow));
        return !endAgain(unfollow) && dynamo.commit(both);
    }

    /** Has another unfollow go on with the work if a write of an import that began before this one came after it. */
    private boolean endAgain(FollowChange unfollow) {
        Follow follow = Follow.of(unfollow);
        return pairs.rows(follow).stream().anyMatch(row -> FollowRows.isImportedBefore(row, unfollow.tick()))
                && dynamo.commit(pairs.endAgain(unfollow, pairs.change(follow, unfollow.kind())));
    }

    /** Puts back the outbox row of an unfollow that still hides the author. Returns false if the row is there, or the author is not hidden. */
    public boolean reopen(FollowChange unfollow) {
        List<TransactWriteItem> both = List.of(
                pairs.checkHiddenRow(unfollow), dynamo.putNew(OutboxRows.TABLE, OutboxRows.row(unfollow.work())));
        return dynamo.commit(both);
    }

    /** Puts both rows of each relation by batches, without duplicates, whether the author asks or not; an open request stays. A repetition completes a write that a crash interrupted. */
    public void importAll(Collection<Follow> follows) {
        long since = Ticks.ofInstant(clock.instant());
        List<Attributes> rows = new LinkedHashSet<>(follows)
                .stream()
                        .flatMap(FollowRows::keys)
                        .map(row -> row.number(FollowRows.SINCE, since))
                        .toList();
        BatchResult result = writer.write(FollowRows.TABLE, rows, BatchWriter::put, writer.bulk(IMPORT_TIMEOUT));
        if (!result.complete()) {
            throw new StorageException(StorageException.Kind.THROTTLED, "Import incomplete");
        }
    }

    /** Strongly consistent. */
    public boolean follows(Follow follow) {
        return dynamo.get(FollowRows.TABLE, FollowRows.key(follow)).isPresent();
    }

    /** The next followers in ascending order after {@code after} (null: from the first), {@code limit} of them except at the end. Strongly consistent. */
    public List<UserId> followersAfter(UserId author, @Nullable UserId after, int limit) {
        return users(FollowRows.followers(author).after(value(after)).limit(limit));
    }

    /** The authors whom the user follows, as {@link #followersAfter}. */
    public List<UserId> followingAfter(UserId follower, @Nullable UserId after, int limit) {
        return users(FollowRows.following(follower).after(value(after)).limit(limit));
    }

    /** All authors whom the user follows, in ascending order. Strongly consistent. */
    public List<UserId> following(UserId follower) {
        return users(FollowRows.following(follower));
    }

    /** As {@link #followersAfter}, of those from {@code first} to {@code last}, both inclusive. */
    public List<UserId> followersBetween(UserId author, UserId first, UserId last, @Nullable UserId after, int limit) {
        if (last.equals(after)) {
            return List.of(); // the store refuses to start at the end of a range
        }
        return users(FollowRows.followers(author)
                .between(first.value(), last.value())
                .after(value(after))
                .limit(limit));
    }

    /** As {@link #followersAfter}, with the time of each follow, and eventually consistent: at half the price. */
    public List<Follower> followersSince(UserId author, @Nullable UserId after, int limit) {
        PartitionQuery query =
                FollowRows.followers(author).after(value(after)).limit(limit).eventuallyConsistent();
        return dynamo.queryAll(query).map(FollowRows::follower);
    }

    /** The ticks of the existing follows, from the followers' side. */
    public Map<Follow, Long> since(Collection<Follow> follows, Consistency consistency) {
        Stream<Attributes> keys = follows.stream().distinct().map(follow -> FollowRows.key(follow));
        return dynamo.getAll(FollowRows.TABLE, keys, consistency).stream()
                .collect(Collectors.toMap(FollowRows::follow, FollowRows::since));
    }

    /** Those of these users who follow the author, with the tick of each follow. Strongly consistent. */
    public Map<UserId, Long> followersAmong(UserId author, Collection<UserId> users) {
        List<Follow> asked =
                users.stream().map(user -> new Follow(user, author)).toList();
        return since(asked, Consistency.STRONG).entrySet().stream()
                .collect(Collectors.toMap(follow -> follow.getKey().follower(), Map.Entry::getValue));
    }

    /** Those of up to 100 authors whom the user follows. Strongly consistent, from the follower's side: reads nothing of the authors' own. */
    public Set<UserId> followed(UserId follower, Set<UserId> authors) {
        Stream<Attributes> keys = authors.stream().map(author -> FollowRows.followingKey(new Follow(follower, author)));
        return dynamo.getAll(FollowRows.TABLE, keys).stream()
                .map(FollowRows::user)
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Counts the author's followers, eventually consistent: up to {@link #MAX_COUNT}, or as many rows as 100 read units read. */
    public Count countFollowers(UserId author) {
        return count(FollowRows.followers(author));
    }

    /** As {@link #countFollowers}, from the other side. */
    public Count countFollowing(UserId follower) {
        return count(FollowRows.following(follower));
    }

    /** One row more shows whether these are all. */
    private Count count(PartitionQuery query) {
        return dynamo.count(query.limit(COUNT_PAGE), MAX_COUNT + 1, COUNT_UNITS);
    }

    /** A page for display; the first ({@code after} null) is strongly consistent. */
    public Page<UserId, UserId> followers(UserId author, @Nullable UserId after, int limit) {
        return page(FollowRows.followers(author), after, limit);
    }

    /** As {@link #followers}, from the other side. */
    public Page<UserId, UserId> following(UserId follower, @Nullable UserId after, int limit) {
        return page(FollowRows.following(follower), after, limit);
    }

    private Page<UserId, UserId> page(PartitionQuery query, @Nullable UserId after, int limit) {
        return dynamo.list(query, value(after), limit).page(rows -> rows.map(FollowRows::user), UserId::new);
    }

    private List<UserId> users(PartitionQuery query) {
        return dynamo.queryAll(query.sortKeys()).map(FollowRows::user);
    }

    private static @Nullable String value(@Nullable UserId user) {
        return user == null ? null : user.value();
    }

    @Bean
    static Feature followFeature() {
        return new Feature(List.of(FollowRows.TABLE, ReaderRows.TABLE), List.of(Reconcile.TYPE, Rebuild.TYPE));
    }

    public record Follow(UserId follower, UserId author) {

        public static Follow of(FollowChange change) {
            return new Follow(change.follower(), change.author());
        }

        public Follow reversed() {
            return new Follow(author, follower);
        }
    }

    public sealed interface FollowResult {

        /** The change whose work began; null: none. Its message is to be sent. */
        default @Nullable FollowChange change() {
            return null;
        }

        /** The user follows the author now. The home feed is to be reconciled. */
        record Followed(FollowChange change) implements FollowResult {}

        /** The user followed the author before. */
        record Unchanged() implements FollowResult {}

        /** One of the two blocks the other. */
        record Blocked() implements FollowResult {}

        /** The user follows {@link FollowSettings#max} authors already. Concurrent calls may exceed it by their number. */
        record Full() implements FollowResult {}

        /** The author asks: a request is open, since before if there is no change. */
        record Requested(@Nullable FollowChange change) implements FollowResult {}

        /** The request to accept is not open. */
        record NotRequested() implements FollowResult {}

        /** The author asks, and the user has {@link FollowSettings#maxRequests} open requests already. Concurrent calls may exceed it as well. */
        record TooManyRequests() implements FollowResult {}
    }

    /** A follower since a tick just before the follow was stored, by the {@link FollowChange} of a tick; null: an import, without earlier posts. */
    public record Follower(
            UserId user, long since, @Nullable Long tick) {}

    /**
     * Follows.
     *
     * @param max maximum number of authors that a user may follow by calls; at least 1. Imports are not counted, and may exceed it
     * @param maxRequests maximum number of a user's open requests to authors who ask; at least 1
     */
    @Validated
    @ConfigurationProperties("feedmill.follows")
    public record FollowSettings(
            @DefaultValue("7500") @Min(1) int max,
            @DefaultValue("500") @Min(1) int maxRequests) {}

    /**
     * Unfollows.
     *
     * @param grace how long after an unfollow the author's posts stay in the home feed, where they are hidden at once; 0 to 15 min. API and workers
     *     have the same
     */
    @Validated
    @ConfigurationProperties("feedmill.unfollow")
    public record UnfollowSettings(
            @DefaultValue("30s") @DurationMin @DurationMax(minutes = 15)
            Duration grace) {}
}
