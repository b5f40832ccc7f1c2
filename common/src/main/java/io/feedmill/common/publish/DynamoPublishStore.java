package io.feedmill.common.publish;

import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.dynamo.Table;
import io.feedmill.common.dynamo.TableSettings;
import io.feedmill.common.dynamo.TransactionResult;
import io.feedmill.common.fanout.JobRows;
import io.feedmill.common.fanout.Plan;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedItem.Via;
import io.feedmill.common.feed.FeedRows;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.outbox.NewWork;
import io.feedmill.common.outbox.OutboxRows;
import io.feedmill.common.post.Post;
import io.feedmill.common.post.PostRows;
import io.feedmill.common.post.PostStep;
import io.feedmill.common.publish.PublishStore.PublishRequest;
import io.feedmill.common.publish.PublishStore.PublishResult;
import io.feedmill.common.queue.QueueMessage;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Bean;
import org.springframework.stereotype.Component;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** Publishing as one transaction. No two posts share a row of it, so posts by one author never conflict. */
@Component
record DynamoPublishStore(Dynamo dynamo, FeedRows feeds, List<PostStep> steps, TableSettings tables, Clock clock)
        implements PublishStore {
    @Override
    public PublishResult publish(PublishRequest request) {
        KeyedRequest keyed = request.keyed();
        return switch (dynamo.transact(writes(request, keyed))) {
            case TransactionResult.Committed committed -> new PublishResult.Published(request.post());
            case TransactionResult.ConditionFailed lost ->
                RequestRows.made(Objects.requireNonNull(keyed), lost)
                        .<PublishResult>map(post -> new PublishResult.Replayed(request.post(PostId.parse(post))))
                        .orElseGet(PublishResult.KeyReused::new);
        };
    }

    private List<TransactWriteItem> writes(PublishRequest request, @Nullable KeyedRequest keyed) {
        Post post = request.post();
        FeedItem item = FeedItem.of(post, Via.SELF);
        List<NewWork> begun = begun(post);
        List<TransactWriteItem> writes = new ArrayList<>();
        PostRows.rows(post).forEach(row -> writes.add(dynamo.put(PostRows.TABLE, row)));
        writes.add(dynamo.put(FeedRows.AUTHORS, feeds.authorRow(item)));
        writes.add(dynamo.put(FeedRows.HOMES, feeds.homeRow(post.author(), item)));
        writes.add(dynamo.put(
                JobRows.TABLE, JobRows.accepted(post, begun.getFirst().work().shard())));
        begun.forEach(more -> writes.add(dynamo.put(OutboxRows.TABLE, OutboxRows.row(more.work()))));
        steps.forEach(step -> writes.addAll(step.published(post)));
        if (keyed != null) {
            writes.add(RequestRows.put(dynamo, keyed, post.id().value(), clock.instant()));
        }
        return writes;
    }

    /** The job, and what the steps begin. */
    private List<NewWork> begun(Post post) {
        List<NewWork> begun = new ArrayList<>();
        begun.add(Plan.begin(JobId.of(post.id()), post.author(), tables.outboxShards()));
        steps.forEach(step -> begun.addAll(step.workOfPublication(post)));
        return begun;
    }

    @Override
    public List<QueueMessage> firstMessages(Post post) {
        return begun(post).stream().map(NewWork::message).toList();
    }

    @Bean
    static Table requestsTable() {
        return RequestRows.TABLE;
    }
}
