package io.feedmill.common.queue;

import static software.amazon.awssdk.services.sqs.model.QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES;
import static software.amazon.awssdk.services.sqs.model.QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES_DELAYED;
import static software.amazon.awssdk.services.sqs.model.QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES_NOT_VISIBLE;
import static software.amazon.awssdk.services.sqs.model.QueueAttributeName.VISIBILITY_TIMEOUT;

import io.feedmill.common.storage.StorageErrors;
import io.feedmill.common.storage.StorageException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;

/** Counts the messages of queues, and reads their visibility timeouts. Throws {@link StorageException}. Thread-safe. */
public record QueueSizes(SqsClient client, QueueSchema queues, QueueUrls urls) {

    public QueueSizes(SqsClient client, QueueSchema queues) {
        this(client, queues, new QueueUrls(client));
    }

    public QueueSize of(Queue queue) {
        return size(queues.name(queue));
    }

    public QueueSize ofDead(Queue queue) {
        return size(queues.deadName(queue));
    }

    private QueueSize size(String name) {
        Map<QueueAttributeName, String> counts = attributes(
                name,
                APPROXIMATE_NUMBER_OF_MESSAGES,
                APPROXIMATE_NUMBER_OF_MESSAGES_NOT_VISIBLE,
                APPROXIMATE_NUMBER_OF_MESSAGES_DELAYED);
        return new QueueSize(
                count(counts, APPROXIMATE_NUMBER_OF_MESSAGES),
                count(counts, APPROXIMATE_NUMBER_OF_MESSAGES_NOT_VISIBLE),
                count(counts, APPROXIMATE_NUMBER_OF_MESSAGES_DELAYED));
    }

    /** Returns the queue's own visibility timeout, which differs from ours if the queue was created by other means. */
    public Duration visibility(Queue queue) {
        String seconds = attributes(queues.name(queue), VISIBILITY_TIMEOUT).getOrDefault(VISIBILITY_TIMEOUT, "");
        return seconds.isEmpty() ? queue.visibility() : Duration.ofSeconds(Long.parseLong(seconds));
    }

    private Map<QueueAttributeName, String> attributes(String name, QueueAttributeName... attributes) {
        return StorageErrors.classified(
                () -> client.getQueueAttributes(r -> r.queueUrl(urls.of(name)).attributeNames(attributes))
                        .attributes());
    }

    private static long count(Map<QueueAttributeName, String> counts, QueueAttributeName name) {
        return Long.parseLong(counts.getOrDefault(name, "0"));
    }

    /** The messages of a queue, as SQS counts, approximately and a moment late: to be received, received and not yet deleted, and delayed. */
    public record QueueSize(long visible, long inFlight, long delayed) {}

    /** The URLs of queues, each looked up once. Throws the SDK's exceptions. Thread-safe. */
    public record QueueUrls(SqsClient client, Map<String, String> urls) {

        public QueueUrls(SqsClient client) {
            this(client, new ConcurrentHashMap<>());
        }

        /** Looked up outside of the map's lock: without an answer of SQS, no caller waits for another. */
        public String of(String name) {
            String known = urls.get(name);
            if (known != null) {
                return known;
            }
            String url = client.getQueueUrl(r -> r.queueName(name)).queueUrl();
            urls.put(name, url);
            return url;
        }
    }
}
