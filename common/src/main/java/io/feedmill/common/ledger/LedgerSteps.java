package io.feedmill.common.ledger;

import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.fanout.Job;
import io.feedmill.common.fanout.JobStore.JobStep;
import io.feedmill.common.post.Post;
import io.feedmill.common.post.PostStep;
import java.time.Instant;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** Enters what happens to posts in the transaction in which it happens. */
record LedgerSteps(Dynamo dynamo, LedgerRows rows) implements PostStep, JobStep {

    @Override
    public List<TransactWriteItem> published(Post post) {
        return entry(new LedgerEntry.Published(post.id(), post.author(), post.createdAt()));
    }

    @Override
    public List<TransactWriteItem> retracted(Post post, Instant at) {
        return entry(new LedgerEntry.Retracted(post.id(), post.author(), at));
    }

    @Override
    public List<TransactWriteItem> closed(Job job) {
        return entry(new LedgerEntry.Delivered(
                job.post(),
                job.author(),
                job.progressAt(),
                job.counts().delivered(),
                job.counts().skipped(),
                job.planned()));
    }

    private List<TransactWriteItem> entry(LedgerEntry entry) {
        return List.of(dynamo.put(LedgerRows.TABLE, rows.row(entry)));
    }
}
