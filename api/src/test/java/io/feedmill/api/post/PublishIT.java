package io.feedmill.api.post;

import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.api.CrashingSender;
import io.feedmill.api.Http;
import io.feedmill.api.Http.Answer;
import io.feedmill.api.ServerTest;
import io.feedmill.common.fanout.Plan;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.outbox.OutboxStore;
import io.feedmill.common.queue.QueueMessage;
import io.feedmill.testkit.Messages;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.Message;

/** Publishing against real tables and queues. */
@ServerTest
record PublishIT(Http http, CrashingSender sender, OutboxStore outbox, SqsClient sqs) {
    @AfterEach
    void recover() {
        sender.crashWith(null);
    }

    @Test
    void aPostIsInItsAuthorsFeedsAndItsPlanInTheQueue() {
        Answer answer = publish("alice", "\u00e9".repeat(9_000), "first");
        String id = answer.id();
        assertThat(answer.status()).isEqualTo(201);
        assertThat(http.get("/v1/posts/" + id).json()).isEqualTo(answer.json());
        for (String feed : List.of("home", "user")) {
            Answer page = http.get("/v1/feeds/" + feed + "/alice");
            assertThat(page.items("post")).containsExactly(id);
            assertThat(page.items("text")).containsExactly("\u00e9".repeat(9_000));
            assertThat(page.items("via")).containsExactly("self");
        }
        assertThat(planned()).contains(Plan.of(JobId.of(PostId.parse(id)), user("alice")));
        assertThat(publish("alice", "\u00e9".repeat(9_000), "first").body()).isEqualTo(answer.body());
        assertThat(publish("alice", "other", "first").problem()).isEqualTo("idempotency-key-reused");
    }

    @Test
    void aPlanThatCannotBeSentIsLeftInTheOutbox() {
        sender.crashWith(new IllegalStateException("no queue"));
        Answer answer = publish("bob", "hello", "second");
        assertThat(answer.status()).isEqualTo(201);
        checkAccepted("bob", answer.id());
    }

    private void checkAccepted(String author, String id) {
        assertThat(http.get("/v1/feeds/home/" + author).items("post")).containsExactly(id);
        assertThat(http.get("/v1/feeds/user/" + author).items("post")).containsExactly(id);
        assertThat(http.get("/v1/posts/" + id + "/fanout").text("state")).isEqualTo("ACCEPTED");
        assertThat(IntStream.range(0, outbox.shards())
                        .boxed()
                        .flatMap(shard ->
                                outbox.rows(shard, Instant.now().plusSeconds(60), null, 1_000).rows().stream()))
                .extracting(row -> row.work().id())
                .contains(id);
    }

    /** Receives all messages of the queue, those of other tests included. */
    private List<QueueMessage> planned() {
        String url = sqs.getQueueUrl(r -> r.queueName("api-publish")).queueUrl();
        return Stream.generate(() -> receive(url))
                .takeWhile(messages -> !messages.isEmpty())
                .flatMap(List::stream)
                .map(Message::body)
                .map(Messages::decode)
                .toList();
    }

    private List<Message> receive(String url) {
        return sqs.receiveMessage(r -> r.queueUrl(url).maxNumberOfMessages(10).waitTimeSeconds(1))
                .messages();
    }

    private Answer publish(String author, String text, String key) {
        return http.postOnce("/v1/posts", key, Http.newPost(author, text));
    }
}
