package io.feedmill.worker;

import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feedmill.common.dynamo.DynamoClients;
import io.feedmill.common.fanout.Plan;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.feed.FeedStore.PageRequest;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.post.Content;
import io.feedmill.common.publish.Change;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;

/** A batch of rows that gets no answer, is sent again, and whose first request DynamoDB carries out after a later change. */
@Tag("full")
class LateWriteIT {
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final Feedmill feedmill = Feedmill.on(Endpoints.embedded());
    private final Held held = new Held();

    @AfterEach
    void stop() {
        feedmill.close();
    }

    /** Holds the first batch. */
    private static final class Held implements ExecutionInterceptor {
        private final AtomicReference<BatchWriteItemRequest> first = new AtomicReference<>();

        @Override
        public void beforeExecution(Context.BeforeExecution context, ExecutionAttributes attributes) {
            if (context.request() instanceof BatchWriteItemRequest batch && first.compareAndSet(null, batch)) {
                throw SdkClientException.create("no answer");
            }
        }
    }

    private List<Long> versions() {
        return feedmill.stores().feeds().page(FeedName.home(user("bob")), PageRequest.first(10)).items().stream()
                .map(FeedItem::version)
                .toList();
    }

    private void awaitVersion(long version) {
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(versions()).containsExactly(version));
    }

    @Test
    void isWrittenAgain() {
        feedmill.followers("ann", List.of("bob"));
        feedmill.worker(
                new Part<>(DynamoDbClient.class, worker -> DynamoClients.create(8, List.of(held))),
                "feedmill.listeners.deadline=30s",
                "feedmill.listeners.max-deadline=30s");
        PostId post = feedmill.publishAndSend("ann", "first version");
        feedmill.awaitComplete(post);
        awaitVersion(1);
        JobId edit = feedmill.change(post, new Change.Edit(Content.of("second version"), Duration.ZERO));
        feedmill.send(Plan.of(edit, user("ann")));
        feedmill.awaitComplete(edit);
        awaitVersion(2);
        try (DynamoDbClient client = DynamoClients.create(1, List.of())) {
            client.batchWriteItem(held.first.get());
        }
        assertThat(versions()).containsExactly(1L);
        awaitVersion(2);
    }
}
