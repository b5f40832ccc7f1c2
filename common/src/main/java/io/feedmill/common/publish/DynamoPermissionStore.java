package io.feedmill.common.publish;

import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.dynamo.Table;
import io.feedmill.common.dynamo.TransactionResult;
import io.feedmill.common.fanout.JobRows;
import io.feedmill.common.feed.FeedRows;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.ShardedKey;
import io.feedmill.common.outbox.OutboxRows;
import io.feedmill.common.post.Audience;
import io.feedmill.common.post.Post;
import io.feedmill.common.post.PostRows;
import java.time.Duration;
import java.util.List;

/** A change of permissions as one transaction: both rows with permissions, so that they never disagree, and the job that updates the home feeds. */
final class DynamoPermissionStore implements PermissionStore {
    private final Dynamo dynamo;
    private final int outboxShards;

    DynamoPermissionStore(Dynamo dynamo, int outboxShards) {
        this.dynamo = dynamo;
        this.outboxShards = outboxShards;
    }

    @Override
    public PermitResult permit(Post post, Audience audience, JobId job, Duration interval) {
        int shard = ShardedKey.shardOf(job.value(), outboxShards);
        TransactionResult result = dynamo.transact(List.of(
                PostRows.permit(dynamo.tables(), post.id(), audience),
                FeedRows.permit(post, audience, job, interval).inTransaction(dynamo.tables()),
                dynamo.put(Table.FANOUTS, JobRows.accepted(job, post.id(), post.author(), shard)),
                dynamo.put(Table.OUTBOX, OutboxRows.row(shard, job, post.author()))));
        return switch (result) {
            case TransactionResult.Committed committed -> PermitResult.PERMITTED;
            case TransactionResult.ConditionFailed lost ->
                FeedRows.isGone(lost.current()) ? PermitResult.GONE : PermitResult.TOO_SOON;
        };
    }
}
