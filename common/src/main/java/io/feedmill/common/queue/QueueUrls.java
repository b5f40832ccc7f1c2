package io.feedmill.common.queue;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import software.amazon.awssdk.services.sqs.SqsClient;

/** The URLs of queues, each looked up once. Throws the SDK's exceptions. Thread-safe. */
public final class QueueUrls {
    private final SqsClient client;
    private final Map<String, String> urls = new ConcurrentHashMap<>();

    public QueueUrls(SqsClient client) {
        this.client = client;
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
