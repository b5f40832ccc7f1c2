package io.feedmill.common.queue;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;

/**
 * The definition of every queue: standard, long polling; dead-letter messages are kept for 14 days. The receive count of 20 is only a
 * backstop: requeued work is a new message.
 */
public record QueueSchema(String prefix) {
    private static final Duration LONG_POLL = Duration.ofSeconds(20);
    private static final Duration RETENTION = Duration.ofDays(14);
    public static final int RECEIVES = 20;

    public String name(Queue queue) {
        return prefix + queue.suffix();
    }

    public String deadName(Queue queue) {
        return name(queue) + "-dead";
    }

    /** Creates the missing queues. Several processes may run it at the same time. */
    public void create(SqsClient client) {
        for (Queue queue : Queue.values()) {
            create(client, queue);
        }
    }

    /** Creates the queue's dead-letter queue if it is missing. Returns its URL. */
    public String createDead(SqsClient client, Queue queue) {
        return create(client, deadName(queue), deadAttributes());
    }

    /** Creates the queue and its dead-letter queue, if they are missing. */
    public void create(SqsClient client, Queue queue) {
        Map<QueueAttributeName, String> attributes = new EnumMap<>(attributes(queue));
        attributes.put(
                QueueAttributeName.REDRIVE_POLICY,
                "{\"deadLetterTargetArn\":\"" + arn(client, createDead(client, queue)) + "\",\"maxReceiveCount\":"
                        + RECEIVES + "}");
        create(client, name(queue), attributes);
    }

    /** The attributes of the queue but its redrive policy: to its dead-letter queue after {@link #RECEIVES}. */
    public static Map<QueueAttributeName, String> attributes(Queue queue) {
        return Map.of(
                QueueAttributeName.VISIBILITY_TIMEOUT, seconds(queue.visibility()),
                QueueAttributeName.MESSAGE_RETENTION_PERIOD, seconds(RETENTION),
                QueueAttributeName.RECEIVE_MESSAGE_WAIT_TIME_SECONDS, seconds(LONG_POLL));
    }

    public static Map<QueueAttributeName, String> deadAttributes() {
        return Map.of(QueueAttributeName.MESSAGE_RETENTION_PERIOD, seconds(RETENTION));
    }

    private static String create(SqsClient client, String name, Map<QueueAttributeName, String> attributes) {
        return client.createQueue(r -> r.queueName(name).attributes(attributes)).queueUrl();
    }

    private static String arn(SqsClient client, String url) {
        String arn = client.getQueueAttributes(r -> r.queueUrl(url).attributeNames(QueueAttributeName.QUEUE_ARN))
                .attributes()
                .get(QueueAttributeName.QUEUE_ARN);
        return Objects.requireNonNull(arn, url);
    }

    private static String seconds(Duration duration) {
        return Long.toString(duration.toSeconds());
    }

    /**
     * The queues.
     *
     * @param prefix prefix of queue names
     * @param create whether missing queues are created at start
     */
    @ConfigurationProperties("feedmill.queues")
    public record QueueSettings(
            @DefaultValue("feedmill-") String prefix,
            @DefaultValue("false") boolean create) {

        public QueueSchema schema() {
            return new QueueSchema(prefix);
        }
    }
}
