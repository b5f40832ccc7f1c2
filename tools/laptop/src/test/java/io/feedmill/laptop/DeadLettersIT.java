package io.feedmill.laptop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feedmill.client.AdminClient;
import io.feedmill.client.AdminClient.DeadLetters.Group;
import io.feedmill.stack.FeedmillCommand;
import io.feedmill.testkit.server.AwsProperties;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.services.sqs.SqsClient;
import tools.jackson.databind.json.JsonMapper;

/** From an unreadable message to its redrive, by the commands. */
@Timeout(180)
@Tag("full")
class DeadLettersIT {
    private final FeedmillCommand local = SharedStack.get();

    @Test
    void aRedrivenMessageIsDeadLetteredAgainWithItsReason() throws Exception {
        AdminClient client = local.client().admin();
        String api = "--api=" + local.url("API");
        send(local.url("SQS"), "<xml/>");
        Group first = awaitOne(client);
        assertThat(first.queue()).isEqualTo("publish");
        assertThat(first.reason()).isEqualTo("not-json");
        assertThat(SharedStack.run("dead-letters", "redrive", "publish", "--reason=not-json", api))
                .isEqualTo("dead-letter messages of publish: 1 moved");
        Group second = awaitOne(client);
        assertThat(second.reason()).isEqualTo("not-json");
        assertThat(second.oldestAt()).isAfter(first.oldestAt());
        assertThat(oldest(SharedStack.run("dead-letters", "list", "--json", api)))
                .containsExactly(second.oldestAt());
    }

    /** Waits for dead-letter messages and returns the first group. */
    private static Group awaitOne(AdminClient client) {
        return await().atMost(Duration.ofMinutes(1))
                .until(() -> client.deadLetters().items(), groups -> !groups.isEmpty())
                .getFirst();
    }

    private static List<Instant> oldest(String answer) {
        return JsonMapper.shared()
                .readTree(answer)
                .path("items")
                .valueStream()
                .map(group -> Instant.parse(group.path("oldestAt").asString()))
                .toList();
    }

    private static void send(URI endpoint, String body) {
        try (SqsClient sqs = AwsProperties.sqs(endpoint)) {
            String url = sqs.getQueueUrl(r -> r.queueName("feedmill-publish")).queueUrl();
            sqs.sendMessage(r -> r.queueUrl(url).messageBody(body));
        }
    }
}
