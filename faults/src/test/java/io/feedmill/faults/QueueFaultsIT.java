package io.feedmill.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.faults.script.Distribution;
import io.feedmill.faults.script.Fault;
import io.feedmill.faults.script.Rule;
import io.feedmill.faults.script.Script;
import io.feedmill.testkit.SettableClock;
import io.feedmill.testkit.server.SharedServers;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.DeleteMessageBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.DeleteMessageBatchResponse;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeName;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;

/** The SDK's client through the proxy to ElasticMQ. The proxy's time stands still until a test says otherwise. */
@Timeout(60)
class QueueFaultsIT {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Distribution LATER = new Distribution.Fixed(SECOND);

    private final URI real = SharedServers.get().queues().endpoint();
    private final SettableClock clock = new SettableClock();
    private final FaultProxy proxy = FaultProxy.start(real, Script.NONE, 0, clock::nanoTime);
    private final SqsClient client = AwsClients.sqs(proxy.endpoint());
    private final SqsClient direct = AwsClients.sqs(real);
    private String queue = "";

    @BeforeEach
    void createQueue() {
        queue = direct.createQueue(r -> r.queueName("faults-" + UUID.randomUUID())
                        .attributes(Map.of(QueueAttributeName.VISIBILITY_TIMEOUT, "30")))
                .queueUrl();
    }

    @AfterEach
    void close() {
        client.close();
        direct.deleteQueue(r -> r.queueUrl(queue));
        direct.close();
        proxy.close();
    }

    @Test
    void aMessageComesAgainAsOftenAsItIsToAndEachCanBeDeleted() {
        inject(new Fault.Duplicate(3, LATER));
        send("one");
        List<Message> all = new ArrayList<>(receive());
        delete(all.getFirst());
        for (int i = 0; i < 5; i++) {
            assertThat(receive()).isEmpty();
            clock.advance(SECOND);
            List<Message> copies = receive();
            copies.forEach(this::delete);
            all.addAll(copies);
        }
        System.out.println(all);
        System.out.println(proxy.statistics());
        assertThat(all).extracting(Message::body).containsOnly("one");
    }

    @Test
    void both() {
        inject(new Fault.Duplicate(1, new Distribution.Fixed(Duration.ZERO)));
        send("one");
        List<Message> all = new ArrayList<>(receive());
        all.addAll(receive());
        System.out.println(all);
        delete(all.get(1));
        delete(all.get(0));
        delete(all.get(0));
        client.changeMessageVisibility(
                r -> r.queueUrl(queue).receiptHandle(all.get(1).receiptHandle()).visibilityTimeout(3));
        try {
            client.changeMessageVisibility(r ->
                    r.queueUrl(queue).receiptHandle(all.get(0).receiptHandle()).visibilityTimeout(3));
        } catch (Exception e) {
            System.out.println(e);
        }
        send("a");
        List<Message> x = new ArrayList<>(receive());
        x.addAll(receive());
        System.out.println(deleteBatch(x));
        System.out.println(deleteBatch(x));
        System.out.println(deleteBatch(x.reversed()));
    }

    private void inject(Fault fault) {
        proxy.replaceScript(Script.of(1, Rule.of(fault)));
    }

    private void send(String text) {
        client.sendMessage(r -> r.queueUrl(queue).messageBody(text));
    }

    private List<Message> receive() {
        return client.receiveMessage(r -> r.queueUrl(queue)
                        .maxNumberOfMessages(10)
                        .messageSystemAttributeNames(MessageSystemAttributeName.ALL))
                .messages();
    }

    private void delete(Message message) {
        client.deleteMessage(r -> r.queueUrl(queue).receiptHandle(message.receiptHandle()));
    }

    private DeleteMessageBatchResponse deleteBatch(List<Message> messages) {
        return client.deleteMessageBatch(r -> r.queueUrl(queue)
                .entries(IntStream.range(0, messages.size())
                        .mapToObj(i -> DeleteMessageBatchRequestEntry.builder()
                                .id("m" + i)
                                .receiptHandle(messages.get(i).receiptHandle())
                                .build())
                        .toList()));
    }
}
