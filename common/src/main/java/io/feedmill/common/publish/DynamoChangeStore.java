package io.feedmill.common.publish;

import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.dynamo.Row;
import io.feedmill.common.dynamo.TableSettings;
import io.feedmill.common.dynamo.TransactionResult;
import io.feedmill.common.dynamo.Update;
import io.feedmill.common.fanout.JobRows;
import io.feedmill.common.fanout.Plan;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedItem.Via;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.feed.FeedRows;
import io.feedmill.common.feed.TruthRows;
import io.feedmill.common.feed.TruthRows.HomeFeedUpdate;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.outbox.NewWork;
import io.feedmill.common.outbox.OutboxRows;
import io.feedmill.common.post.AudienceRows;
import io.feedmill.common.post.Mode;
import io.feedmill.common.post.Post;
import io.feedmill.common.post.PostRows;
import io.feedmill.common.post.PostStep;
import io.feedmill.common.queue.QueueMessage;
import io.feedmill.common.recall.Notice;
import io.feedmill.common.recall.Recall;
import io.feedmill.common.recall.Recall.Kind;
import io.feedmill.common.recall.RecallRows;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** A change as one transaction: document and source of truth, so that they never disagree, and the job that updates the home feeds. */
@Component
record DynamoChangeStore(
        Dynamo dynamo, FeedRows feeds, List<PostStep> steps, RecallRows recalls, TableSettings tables, Clock clock)
        implements ChangeStore {
    @Override
    public ChangeResult apply(Post post, Change change, JobId job) {
        Instant now = clock.instant();
        boolean shown = !feeds.isPastRetention(post.id(), now);
        boolean reachesHomes = change instanceof Change.Retract || (shown && post.mode() == Mode.PUSH);
        HomeFeedUpdate homes = reachesHomes ? new HomeFeedUpdate(job, change.interval()) : null;
        List<TransactWriteItem> writes = new ArrayList<>(
                switch (change) {
                    case Change.Edit edit -> edit(post, post.edited(edit.content()), homes, shown);
                    case Change.Permissions permit -> permit(post, permit, homes);
                    case Change.Retract retract -> retract(post, retract, job, now);
                });
        if (reachesHomes) {
            writes.addAll(accept(post, change, job));
        }
        return switch (dynamo.transact(writes)) {
            case TransactionResult.Committed committed -> reachesHomes ? ChangeResult.ACCEPTED : ChangeResult.STORED;
            case TransactionResult.ConditionFailed lost -> refusal(post, change, lost.current());
        };
    }

    private List<TransactWriteItem> edit(Post post, Post next, @Nullable HomeFeedUpdate homes, boolean shown) {
        FeedItem item = FeedItem.of(next, Via.SELF);
        List<TransactWriteItem> writes = new ArrayList<>();
        writes.add(dynamo.write(PostRows.edit(next)));
        writes.add(dynamo.write(TruthRows.edit(item, homes)));
        writes.add(dynamo.put(PostRows.TABLE, PostRows.replaced(post)));
        if (shown) {
            writes.add(dynamo.put(FeedRows.HOMES, feeds.homeRow(next.author(), item)));
        }
        return writes;
    }

    /** Any list may exclude readers whom the permissions of this moment admit, and admit others. */
    private List<TransactWriteItem> permit(Post post, Change.Permissions permit, @Nullable HomeFeedUpdate homes) {
        List<TransactWriteItem> writes = new ArrayList<>();
        writes.add(PostRows.permit(dynamo, post.id(), permit.audience()));
        Update truth = TruthRows.permit(post, permit.audience(), permit.unedited(), homes);
        if (permit.widens(post)) {
            writes.add(dynamo.write(truth));
            writes.add(dynamo.write(PostRows.hideVersions(post.id())));
        } else {
            writes.add(dynamo.write(AudienceRows.onlyOf(post.audience(), truth)));
        }
        if (homes != null && !permit.audience().isEveryone()) {
            writes.addAll(recall(post.id(), Kind.NARROWED, homes.job()));
        }
        return writes;
    }

    private List<TransactWriteItem> retract(Post post, Change.Retract retract, JobId job, Instant now) {
        List<TransactWriteItem> writes = new ArrayList<>();
        writes.add(dynamo.write(PostRows.retract(post)));
        writes.add(TruthRows.retract(dynamo, post, retract.unedited(), job, feeds.retention(), now));
        writes.add(dynamo.deletion(FeedRows.HOMES, FeedRows.key(FeedName.home(post.author()), post.id())));
        steps.forEach(step -> writes.addAll(step.retracted(post, now)));
        writes.addAll(recall(post.id(), Kind.RETRACTED, job));
        return writes;
    }

    private List<TransactWriteItem> recall(PostId post, Kind kind, JobId job) {
        return recalls.rows(new Notice.OfPost(new Recall(post, kind), job)).stream()
                .map(row -> dynamo.put(RecallRows.TABLE, row))
                .toList();
    }

    private List<TransactWriteItem> accept(Post post, Change change, JobId job) {
        List<NewWork> begun = begun(post, change, job);
        int shard = begun.getFirst().work().shard();
        List<TransactWriteItem> writes = new ArrayList<>();
        writes.add(dynamo.put(JobRows.TABLE, JobRows.accepted(job, post, change.cause(), shard)));
        writes.add(dynamo.put(JobRows.TABLE, JobRows.listed(job, post.id())));
        begun.forEach(more -> writes.add(dynamo.put(OutboxRows.TABLE, OutboxRows.row(more.work()))));
        return writes;
    }

    /** The job, and what the steps begin. */
    private List<NewWork> begun(Post post, Change change, JobId job) {
        List<NewWork> begun = new ArrayList<>();
        begun.add(Plan.begin(job, post.author(), tables.outboxShards()));
        if (change instanceof Change.Retract) {
            steps.forEach(step -> begun.addAll(step.workOfRetraction(post, job)));
        }
        return begun;
    }

    @Override
    public List<QueueMessage> firstMessages(Post post, Change change, JobId job) {
        return begun(post, change, job).stream().map(NewWork::message).toList();
    }

    private static ChangeResult refusal(Post post, Change change, @Nullable Row row) {
        if (row == null || TruthRows.isGone(row) || PostRows.isRetracted(row)) {
            return ChangeResult.GONE;
        }
        boolean stale = PostRows.isNewest(row) || (change.unedited() && !TruthRows.isOf(post.version(), row));
        return stale ? ChangeResult.STALE : ChangeResult.TOO_SOON;
    }
}
