package io.feedmill.common.follow;

import io.feedmill.common.dynamo.Attributes;
import io.feedmill.common.dynamo.BatchWriter;
import io.feedmill.common.dynamo.BatchWriter.BatchResult;
import io.feedmill.common.dynamo.BatchWriter.WriteOptions;
import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.dynamo.Dynamo.Consistency;
import io.feedmill.common.dynamo.PartitionQuery;
import io.feedmill.common.dynamo.RowQuery.RowPage;
import io.feedmill.common.dynamo.Table;
import io.feedmill.common.dynamo.TransactionResult;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.follow.FollowStore.FollowResult;
import io.feedmill.common.follow.FollowStore.FollowSettings;
import io.feedmill.common.follow.FollowStore.Follower;
import io.feedmill.common.follow.FollowStore.UserPage;
import io.feedmill.common.follow.PairWrites.Found;
import io.feedmill.common.key.Ticks;
import io.feedmill.common.key.UserId;
import io.feedmill.common.outbox.OpenWork;
import io.feedmill.common.outbox.OutboxRows;
import io.feedmill.common.queue.MessageType;
import io.feedmill.common.storage.Deadline;
import io.feedmill.common.storage.StorageException;
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
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Bean;
import org.springframework.stereotype.Component;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** Follows in the table {@code follows}, as {@link FollowRows}. */
@Component
record DynamoFollowStore(Dynamo dynamo, BatchWriter writer, PairWrites pairs, FollowSettings settings, Clock clock)
        implements FollowStore {
    private static final Duration IMPORT_TIMEOUT = Duration.ofSeconds(60);

    @Override
    public FollowResult follow(Follow follow) {
        return PairWrites.undisturbed(() -> tryFollow(follow));
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
        PairChange change = pairs.change(follow, PairChange.Kind.FOLLOW);
        return tried(pairs.follow(change, found), new FollowResult.Followed(change));
    }

    private boolean isFull(Follow follow) {
        return dynamo.count(FollowRows.following(follow.follower()), settings.max()) >= settings.max();
    }

    private Optional<FollowResult> tryRequest(Follow follow) {
        if (isRequested(follow)) {
            return Optional.of(new FollowResult.Requested());
        }
        int max = settings.maxRequests();
        return dynamo.count(FollowRows.requesting(follow.follower()).unexpired(clock.instant()), max) >= max
                ? Optional.of(new FollowResult.TooManyRequests())
                : tried(pairs.request(follow), new FollowResult.Requested());
    }

    private Optional<FollowResult> tried(List<TransactWriteItem> writes, FollowResult result) {
        return switch (dynamo.transact(writes)) {
            case TransactionResult.Committed committed -> Optional.of(result);
            case TransactionResult.ConditionFailed failed ->
                failed.write() < PairWrites.BLOCK_CHECKS ? Optional.of(new FollowResult.Blocked()) : Optional.empty();
        };
    }

    @Override
    public FollowResult accept(Follow request) {
        return PairWrites.undisturbed(() -> tryAccept(request));
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
        PairChange change = pairs.change(request, PairChange.Kind.FOLLOW);
        return tried(pairs.accept(change), new FollowResult.Followed(change));
    }

    @Override
    public void refuse(Follow request) {
        if (isRequested(request)) {
            dynamo.transact(pairs.deleteRequest(request));
        }
    }

    @Override
    public boolean isRequested(Follow follow) {
        return dynamo.get(FollowRows.TABLE, FollowRows.requestKey(follow))
                .filter(row -> !row.expired(clock.instant()))
                .isPresent();
    }

    @Override
    public UserPage requests(UserId author, @Nullable UserId after, int limit) {
        return page(FollowRows.requests(author).unexpired(clock.instant()), after, limit);
    }

    @Override
    public boolean asks(UserId user) {
        return dynamo.get(FollowRows.TABLE, FollowRows.policyKey(new Follow(user, user)))
                .filter(policy -> policy.has(FollowRows.ASKS))
                .isPresent();
    }

    @Override
    public void setAsks(UserId user, boolean asks) {
        if (asks(user) != asks) {
            dynamo.transact(FollowRows.policy(user, asks)
                    .map(copy -> dynamo.put(FollowRows.TABLE, copy))
                    .toList());
        }
    }

    /** Rows that are absent are read again, after the request: it may have been accepted after their first read. */
    @Override
    public Optional<PairChange> unfollow(Follow follow) {
        Found found = pairs.read(follow, FollowRows.requestKey(follow));
        if (found.other() != null) {
            dynamo.transact(pairs.deleteRequest(follow));
        }
        if (found.follow().isEmpty() && pairs.rows(follow).isEmpty()) {
            return Optional.empty();
        }
        PairChange change = pairs.change(follow, PairChange.Kind.UNFOLLOW);
        dynamo.transact(pairs.end(change));
        return Optional.of(change);
    }

    @Override
    public Optional<PairChange> endForbidden(Follow follow) {
        if (pairs.rows(follow).isEmpty()) {
            return Optional.empty();
        }
        PairChange change = pairs.change(follow, PairChange.Kind.UNFOLLOW);
        return Stream.of(follow, follow.reversed())
                .map(block -> pairs.endForbidden(change, block))
                .filter(writes -> dynamo.transact(writes) instanceof TransactionResult.Committed)
                .findFirst()
                .map(ended -> change);
    }

    /** A hidden row of another unfollow stays: that one deletes it. */
    @Override
    public boolean end(PairChange change) {
        OpenWork work = change.work();
        return (change.kind() == PairChange.Kind.UNFOLLOW && endHidden(change))
                || dynamo.delete(OutboxRows.TABLE, OutboxRows.key(work), OutboxRows.IS_KIND, OutboxRows.kind(work));
    }

    @Override
    public boolean endHidden(PairChange unfollow) {
        List<TransactWriteItem> both =
                List.of(dynamo.deletion(OutboxRows.TABLE, OutboxRows.key(unfollow.work())), pairs.show(unfollow));
        return dynamo.transact(both) instanceof TransactionResult.Committed;
    }

    @Override
    public boolean reopen(PairChange unfollow) {
        List<TransactWriteItem> both =
                List.of(pairs.hides(unfollow), dynamo.putNew(OutboxRows.TABLE, OutboxRows.row(unfollow.work())));
        return dynamo.transact(both) instanceof TransactionResult.Committed;
    }

    @Override
    public void importAll(Collection<Follow> follows) {
        long since = Ticks.ofInstant(clock.instant());
        List<WriteRequest> writes = new LinkedHashSet<>(follows)
                .stream()
                        .flatMap(FollowRows::keys)
                        .map(row -> row.number(FollowRows.SINCE, since))
                        .map(BatchWriter::put)
                        .toList();
        BatchResult result = writer.write(FollowRows.TABLE, writes, WriteOptions.bulk(Deadline.in(IMPORT_TIMEOUT)));
        if (!result.complete()) {
            throw new StorageException(StorageException.Kind.THROTTLED, "Import incomplete");
        }
    }

    @Override
    public boolean follows(Follow follow) {
        return dynamo.get(FollowRows.TABLE, FollowRows.key(follow)).isPresent();
    }

    @Override
    public List<UserId> followersAfter(UserId author, @Nullable UserId after, int limit) {
        return users(FollowRows.followers(author).after(value(after)).limit(limit));
    }

    @Override
    public List<UserId> followingAfter(UserId follower, @Nullable UserId after, int limit) {
        return users(FollowRows.following(follower).after(value(after)).limit(limit));
    }

    @Override
    public List<UserId> followersBetween(UserId author, UserId first, UserId last, @Nullable UserId after, int limit) {
        if (last.equals(after)) {
            return List.of(); // the store refuses to start at the end of a range
        }
        return users(FollowRows.followers(author)
                .between(first.value(), last.value())
                .after(value(after))
                .limit(limit));
    }

    @Override
    public List<Follower> followersSince(UserId author, @Nullable UserId after, int limit) {
        PartitionQuery query =
                FollowRows.followers(author).after(value(after)).limit(limit).eventuallyConsistent();
        return dynamo.queryAll(query).map(FollowRows::follower);
    }

    @Override
    public Map<Follow, Long> since(Collection<Follow> follows, Consistency consistency) {
        List<Attributes> keys = follows.stream()
                .distinct()
                .map(follow -> FollowRows.key(follow))
                .toList();
        return dynamo.getAll(FollowRows.TABLE, keys, consistency).stream()
                .collect(Collectors.toMap(FollowRows::follow, FollowRows::since));
    }

    @Override
    public Set<UserId> followed(UserId follower, Set<UserId> authors) {
        List<Attributes> keys = authors.stream()
                .map(author -> FollowRows.followingKey(new Follow(follower, author)))
                .toList();
        return dynamo.getAll(FollowRows.TABLE, keys).stream()
                .map(FollowRows::user)
                .collect(Collectors.toUnmodifiableSet());
    }

    @Override
    public UserPage followers(UserId author, @Nullable UserId after, int limit) {
        return page(FollowRows.followers(author), after, limit);
    }

    @Override
    public UserPage following(UserId follower, @Nullable UserId after, int limit) {
        return page(FollowRows.following(follower), after, limit);
    }

    /** Reads one row more than requested to know whether there are more. */
    private UserPage page(PartitionQuery query, @Nullable UserId after, int limit) {
        PartitionQuery first = query.limit(limit + 1);
        PartitionQuery further =
                after == null ? first : first.after(after.value()).eventuallyConsistent();
        RowPage page = dynamo.queryAll(further.sortKeys()).first(limit);
        return new UserPage(page.map(FollowRows::user), page.next(UserId::new));
    }

    private List<UserId> users(PartitionQuery query) {
        return dynamo.queryAll(query.sortKeys()).map(FollowRows::user);
    }

    private static @Nullable String value(@Nullable UserId user) {
        return user == null ? null : user.value();
    }

    @Bean
    static Table followsTable() {
        return FollowRows.TABLE;
    }

    @Bean
    static Table readersTable() {
        return ReaderRows.TABLE;
    }

    @Bean
    static MessageType<Reconcile> reconcileMessages() {
        return Reconcile.TYPE;
    }

    @Bean
    static MessageType<Rebuild> rebuildMessages() {
        return Rebuild.TYPE;
    }
}
