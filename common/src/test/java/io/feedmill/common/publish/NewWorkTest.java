package io.feedmill.common.publish;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.FakeClient;
import io.feedmill.common.breaker.StorageGate;
import io.feedmill.common.dynamo.BatchWriter;
import io.feedmill.common.dynamo.DynamoMetrics;
import io.feedmill.common.dynamo.TableSchema;
import io.feedmill.common.dynamo.TableSettings;
import io.feedmill.common.dynamo.WriteGate;
import io.feedmill.common.fanout.Plan;
import io.feedmill.common.feed.FeedRows;
import io.feedmill.common.follow.Rebuild;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.ShardedKey;
import io.feedmill.common.key.Ticks;
import io.feedmill.common.key.UserId;
import io.feedmill.common.outbox.OpenWork;
import io.feedmill.common.outbox.OpenWork.NewWork;
import io.feedmill.common.post.Audience;
import io.feedmill.common.post.Content;
import io.feedmill.common.post.Mode;
import io.feedmill.common.post.Post;
import io.feedmill.common.publish.PostStore.ChangeResult.Accepted;
import io.feedmill.common.publish.PostStore.PublishResult.Published;
import io.feedmill.common.recall.RecallRows;
import io.feedmill.common.storage.SuspendSafeClock;
import io.feedmill.common.storage.Timing;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;

/** A feature's work begins with a post, or with its retraction: by its outbox row in the transaction, and by its first message after it. */
class NewWorkTest {
    private static final int SHARDS = 64;
    private static final TableSettings TABLES = new TableSettings("", false, SHARDS, 1, 1, 1);
    private static final UserId ANN = new UserId("ann");

    private final Clock clock = Clock.systemUTC();
    private final PostId id = PostId.create(Ticks.ofInstant(clock.instant()), new Random(1));
    private final JobId retraction = JobId.create(id.tick() + 1, new Random(2));
    private final NewWork begun = work("bob", 1);
    private final NewWork ended = work("cid", 2);
    private final FakeClient client = new FakeClient()
            .answers(request -> TransactWriteItemsResponse.builder().build());

    private final BatchWriter writer = new BatchWriter(
            client.as(DynamoDbClient.class),
            new TableSchema("t-"),
            new DynamoMetrics(new SimpleMeterRegistry(), List.of()),
            StorageGate.open(),
            WriteGate.open(),
            new Timing(new SuspendSafeClock(() -> 0, clock), pause -> {}, new Random(1)));

    private static NewWork work(String user, long tick) {
        OpenWork work = Rebuild.work(ShardedKey.shardOf(user, SHARDS), tick, new UserId(user));
        return new NewWork(work, Rebuild.of(work));
    }

    private final PostStep step = new PostStep() {
        @Override
        public Part published(Post published) {
            return new Part(List.of(), List.of(begun));
        }

        @Override
        public Part retracted(Post retracted, JobId job, Instant at) {
            assertThat(job).isEqualTo(retraction);
            return new Part(List.of(), List.of(ended));
        }
    };

    private final Post post = new Post(id, ANN, Content.of("hello"), 1, null, Audience.everyone(), Mode.PUSH);
    private final PostStore posts = new PostStore(
            client.dynamo(),
            writer,
            new FeedRows(Duration.ofDays(30)),
            List.of(step),
            List.of(job -> List.of()),
            new RecallRows(RecallRows.SHARDS, () -> Duration.ZERO),
            TABLES,
            clock);

    private List<String> outboxRows() {
        return client.requests(TransactWriteItemsRequest.class).stream()
                .flatMap(request -> request.transactItems().stream())
                .filter(write -> write.put() != null && write.put().tableName().equals("t-outbox"))
                .map(write ->
                        Objects.requireNonNull(write.put().item().get("sk")).s())
                .toList();
    }

    @Test
    void workBeginsWithAPost() {
        Plan plan = Plan.of(JobId.of(id), ANN);
        assertThat(posts.publish(post, null)).isEqualTo(new Published(post, List.of(plan, begun.message())));
        assertThat(outboxRows())
                .containsExactly(
                        Plan.begin(plan.job(), ANN, SHARDS).work().sortKey(),
                        begun.work().sortKey());
    }

    /** Its job is complete with it. */
    @Test
    void onlyTheWorkOfFeaturesBeginsWithAPostOnRead() {
        Post onRead = new Post(id, ANN, Content.of("hello"), 1, null, Audience.everyone(), Mode.ON_READ);
        assertThat(posts.publish(onRead, null)).isEqualTo(new Published(onRead, List.of(begun.message())));
        assertThat(outboxRows()).containsExactly(begun.work().sortKey());
    }

    @Test
    void workBeginsWithARetraction() {
        assertThat(posts.change(post, new Change.Retract(false), retraction))
                .isEqualTo(new Accepted(List.of(Plan.of(retraction, ANN), ended.message())));
        assertThat(outboxRows())
                .containsExactly(
                        Plan.begin(retraction, ANN, SHARDS).work().sortKey(),
                        ended.work().sortKey());
    }
}
