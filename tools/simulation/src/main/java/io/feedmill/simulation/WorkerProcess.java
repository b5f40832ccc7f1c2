package io.feedmill.simulation;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.awspring.cloud.sqs.MessagingHeaders;
import io.awspring.cloud.sqs.listener.QueueMessageVisibility;
import io.awspring.cloud.sqs.listener.SqsHeaders;
import io.awspring.cloud.sqs.listener.SqsHeaders.MessageSystemAttributes;
import io.awspring.cloud.sqs.listener.acknowledgement.AcknowledgementCallback;
import io.feedmill.common.queue.Queue;
import io.feedmill.common.queue.QueueSender;
import io.feedmill.worker.FeedmillWorker;
import io.feedmill.worker.health.Breakers;
import io.feedmill.worker.health.Breakers.Polling;
import io.feedmill.worker.health.Poller;
import io.feedmill.worker.health.Pollers;
import io.feedmill.worker.listen.BatchListener;
import io.feedmill.worker.listen.QueueTargets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.springframework.messaging.Message;
import org.springframework.messaging.MessageHeaders;
import org.springframework.messaging.support.GenericMessage;
import org.springframework.util.function.SingletonSupplier;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.sqs.SqsAsyncClient;
import software.amazon.awssdk.services.sqs.model.DeleteMessageBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeName;

/** A worker process. Its containers only poll, process each message on a thread, and delete it if that succeeds: the library's are tried with real servers. */
final class WorkerProcess extends SimulatedProcess {
    private static final Supplier<ServiceBeans> BEANS =
            SingletonSupplier.of(() -> ServiceBeans.of(FeedmillWorker.class, ServiceBeans.SETTINGS));
    private static final int AT_ONCE = 5;
    private static final int POLL_SECONDS = 20;
    private static final long PAUSE = Duration.ofMillis(250).toNanos();

    private final Map<Queue, Integer> inProcess = new EnumMap<>(Queue.class);
    private boolean stopping;

    /** Finds the beans, on the calling thread. */
    static void prepare() {
        Objects.requireNonNull(BEANS.get());
    }

    static ServiceBeans allBeans() {
        return BEANS.get();
    }

    WorkerProcess(String name, World world) {
        super(name, world, BEANS.get());
    }

    @Override
    Map<Class<?>, Object> furtherClients() {
        return Map.of(SqsAsyncClient.class, queues().visibilityClient());
    }

    @Override
    boolean isSeen(ExecutionInterceptor interceptor) {
        return interceptor.getClass().getName().endsWith("SdkCallOutcomes");
    }

    void start() {
        thread("start", () -> {
            startLifecycles();
            for (Queue queue : Queue.values()) {
                thread(queue.suffix(), () -> poll(queue));
            }
        });
    }

    /** Stops it as SIGTERM does: the polls end, what is in process gets some seconds. */
    Thread stop() {
        return thread("stop", () -> {
            stopping = true;
            stopLifecycles();
            long until = world().time().now() + Duration.ofSeconds(20).toNanos();
            while (inProcess.values().stream().anyMatch(number -> number > 0)
                    && world().time().now() < until) {
                time().pass(PAUSE);
            }
            end();
        });
    }

    private void poll(Queue queue) {
        QueueTargets targets = bean(QueueTargets.class);
        Breakers breakers = bean(Breakers.class);
        Poller poller = bean(Pollers.class).poller(queue);
        SimulatedSqs client = queues();
        String url =
                client.getQueueUrl(r -> r.queueName(World.QUEUES.name(queue))).queueUrl();
        while (!stopping) {
            Polling polling = breakers.polling();
            poller.paused(polling != Polling.ALL);
            int room = room(queue, polling);
            if (room <= 0) {
                time().pass(PAUSE);
                continue;
            }
            try {
                List<software.amazon.awssdk.services.sqs.model.Message> received = client.receiveMessage(
                                r -> r.queueUrl(url).maxNumberOfMessages(room).waitTimeSeconds(POLL_SECONDS))
                        .messages();
                report(poller, received);
                List<Message<String>> messages = received.stream()
                        .map(message -> message(client, url, message))
                        .toList();
                if (targets.of(queue) instanceof BatchListener && !messages.isEmpty()) {
                    process(
                            queue,
                            () -> targets.interceptor(queue).intercept(messages),
                            all -> targets.of(queue).onMessage(messages),
                            messages);
                } else {
                    messages.forEach(message -> process(
                            queue,
                            () -> targets.interceptor(queue).intercept(message),
                            all -> {
                                world().queues().waits().handle(MemorySqs.id(receipt(message)));
                                HandlerTrace.begin(this, message, time().clock().instant());
                                targets.of(queue).onMessage(message);
                                delete(client, url, List.of(message));
                            },
                            List.of(message)));
                }
            } catch (RuntimeException e) {
                poller.failed(e);
                time().pass(Duration.ofSeconds(1).toNanos());
            }
        }
    }

    private static void report(Poller poller, List<software.amazon.awssdk.services.sqs.model.Message> received) {
        poller.answered();
        if (received.isEmpty()) {
            poller.foundNone();
        }
        received.stream()
                .filter(message -> number(message, MessageSystemAttributeName.APPROXIMATE_RECEIVE_COUNT) == 1)
                .mapToLong(WorkerProcess::waitMillis)
                .max()
                .ifPresent(wait -> poller.waited(Duration.ofMillis(Math.max(0, wait))));
    }

    private static long waitMillis(software.amazon.awssdk.services.sqs.model.Message message) {
        MessageAttributeValue delay = message.messageAttributes().get(QueueSender.DELAY);
        return number(message, MessageSystemAttributeName.APPROXIMATE_FIRST_RECEIVE_TIMESTAMP)
                - number(message, MessageSystemAttributeName.SENT_TIMESTAMP)
                - (delay == null ? 0 : 1_000 * Long.parseLong(delay.stringValue()));
    }

    private static long number(
            software.amazon.awssdk.services.sqs.model.Message message, MessageSystemAttributeName name) {
        return Long.parseLong(message.attributes().getOrDefault(name, "0"));
    }

    private int room(Queue queue, Polling polling) {
        int taken = inProcess.getOrDefault(queue, 0);
        return switch (polling) {
            case NONE -> 0;
            case ONE -> 1 - taken;
            case ALL -> AT_ONCE - taken;
        };
    }

    private interface Work {
        void run(List<Message<String>> messages);
    }

    private void process(Queue queue, Runnable begin, Work work, List<Message<String>> messages) {
        inProcess.merge(queue, 1, Integer::sum);
        thread(queue.suffix() + "-message", () -> {
            Throwable failure = null;
            try {
                begin.run();
                work.run(messages);
            } catch (RuntimeException e) {
                failure = e;
            } finally {
                HandlerTrace.end(failure);
                for (Message<String> message : messages) {
                    bean(QueueTargets.class).interceptor(queue).afterProcessing(message, failure);
                }
                inProcess.merge(queue, -1, Integer::sum);
            }
        });
    }

    /** As the library makes it. */
    private Message<String> message(
            SimulatedSqs client, String url, software.amazon.awssdk.services.sqs.model.Message received) {
        Map<String, Object> headers = new HashMap<>(Map.of(
                SqsHeaders.SQS_RECEIPT_HANDLE_HEADER,
                received.receiptHandle(),
                SqsHeaders.SQS_VISIBILITY_TIMEOUT_HEADER,
                new QueueMessageVisibility(bean(SqsAsyncClient.class), url, received.receiptHandle()),
                MessagingHeaders.ACKNOWLEDGMENT_CALLBACK_HEADER,
                new Deletion(client, url),
                MessageSystemAttributes.SQS_SENT_TIMESTAMP,
                received.attributes().get(MessageSystemAttributeName.SENT_TIMESTAMP),
                MessageSystemAttributes.SQS_APPROXIMATE_RECEIVE_COUNT,
                received.attributes().get(MessageSystemAttributeName.APPROXIMATE_RECEIVE_COUNT)));
        received.messageAttributes().forEach((name, value) -> headers.put(name, value.stringValue()));
        return new GenericMessage<>(received.body(), new Headers(headers, received.messageId()));
    }

    private static String receipt(Message<String> message) {
        return Objects.requireNonNull(message.getHeaders().get(SqsHeaders.SQS_RECEIPT_HANDLE_HEADER, String.class));
    }

    private static void delete(SimulatedSqs client, String url, Collection<Message<String>> messages) {
        List<DeleteMessageBatchRequestEntry> entries = new ArrayList<>();
        for (Message<String> message : messages) {
            entries.add(DeleteMessageBatchRequestEntry.builder()
                    .id(Integer.toString(entries.size()))
                    .receiptHandle(receipt(message))
                    .build());
        }
        client.deleteMessageBatch(r -> r.queueUrl(url).entries(entries));
    }

    /** Headers with the id of the message in SQS. */
    private static final class Headers extends MessageHeaders {
        private static final long serialVersionUID = 1L;

        Headers(Map<String, Object> headers, String id) {
            super(headers, UUID.nameUUIDFromBytes(id.getBytes(UTF_8)), 0L);
        }
    }

    /** Deletes what a batch acknowledges. */
    private record Deletion(SimulatedSqs client, String url) implements AcknowledgementCallback<String> {
        @Override
        public CompletableFuture<Void> onAcknowledge(Message<String> message) {
            return onAcknowledge(List.of(message));
        }

        @Override
        public CompletableFuture<Void> onAcknowledge(Collection<Message<String>> messages) {
            delete(client, url, messages);
            return CompletableFuture.completedFuture(null);
        }
    }
}
