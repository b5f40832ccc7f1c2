package io.feedmill.common.deadletter;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.feedmill.common.deadletter.DeadLetter.Handle;
import io.feedmill.common.dynamo.StorageErrors;
import io.feedmill.common.queue.Queue;
import io.feedmill.common.queue.QueueSchema;
import io.feedmill.common.queue.QueueUrls;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Gatherers;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.BatchResultErrorEntry;
import software.amazon.awssdk.services.sqs.model.ChangeMessageVisibilityBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.DeleteMessageBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeName;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;

/** The dead letters in the queues {@code <queue>-dead}. */
final class SqsDeadLetterStore implements DeadLetterStore {
    private static final Logger LOG = LoggerFactory.getLogger(SqsDeadLetterStore.class);
    private static final String REASON = "reason";

    /** Shorter polls ask some of SQS's servers only, and miss letters on the others. */
    private static final int POLL_SECONDS = 1;

    /** All bodies of a batch together, as the oldest of the limits had it: 256 KiB. A larger letter goes alone. */
    private static final int BATCH_BYTES = 256 * 1_024;

    /** Batches put back at once. */
    private static final int IN_FLIGHT = 8;

    private final SqsClient client;
    private final QueueSchema queues;
    private final QueueUrls urls;

    SqsDeadLetterStore(SqsClient client, QueueSchema queues) {
        this.client = client;
        this.queues = queues;
        this.urls = new QueueUrls(client);
    }

    @Override
    public List<DeadLetter> take(Queue queue, Duration hidden) {
        return call(() -> client.receiveMessage(r -> r.queueUrl(dead(queue))
                        .maxNumberOfMessages(MOST_AT_ONCE)
                        .waitTimeSeconds(POLL_SECONDS)
                        .visibilityTimeout((int) hidden.toSeconds())
                        .messageAttributeNames(REASON)
                        .messageSystemAttributeNames(MessageSystemAttributeName.SENT_TIMESTAMP)))
                .messages()
                .stream()
                .map(SqsDeadLetterStore::letter)
                .toList();
    }

    private static DeadLetter letter(Message message) {
        String sent = message.attributes().getOrDefault(MessageSystemAttributeName.SENT_TIMESTAMP, "0");
        String reason = message.messageAttributes().containsKey(REASON)
                ? message.messageAttributes().get(REASON).stringValue()
                : DeadLetter.TOO_MANY_RECEIVES;
        return new DeadLetter(
                new Handle(message.messageId(), message.receiptHandle()),
                reason,
                Instant.ofEpochMilli(Long.parseLong(sent)),
                message.body());
    }

    /** Side by side: ten thousand letters are a thousand calls. */
    @Override
    public void putBack(Queue queue, Collection<Handle> letters) {
        try (ExecutorService threads =
                Executors.newFixedThreadPool(IN_FLIGHT, Thread.ofVirtual().factory())) {
            letters.stream()
                    .gather(Gatherers.windowFixed(MOST_AT_ONCE))
                    .forEach(batch -> threads.execute(() -> putBack(queue, batch)));
        }
    }

    private void putBack(Queue queue, List<Handle> batch) {
        try {
            client.changeMessageVisibilityBatch(
                    r -> r.queueUrl(dead(queue)).entries(entries(batch, SqsDeadLetterStore::visible)));
        } catch (SdkException e) {
            LOG.atWarn()
                    .addKeyValue("queue", queue.suffix())
                    .addKeyValue("reason", StorageErrors.classify(e).reason())
                    .log("Dead letters not put back: they stay hidden for a while");
        }
    }

    @Override
    public List<DeadLetter> redrive(Queue queue, List<DeadLetter> letters) {
        List<DeadLetter> done = new ArrayList<>();
        for (List<DeadLetter> batch : batches(letters)) {
            List<DeadLetter> sent = send(queue, batch);
            done.addAll(remove(queue, sent));
        }
        return done;
    }

    /** As many letters to a batch as fit into one by their bytes. */
    private static List<List<DeadLetter>> batches(List<DeadLetter> letters) {
        List<List<DeadLetter>> batches = new ArrayList<>();
        int room = 0;
        for (DeadLetter letter : letters) {
            int bytes = letter.body().getBytes(UTF_8).length;
            if (batches.isEmpty() || bytes > room) {
                batches.add(new ArrayList<>());
                room = BATCH_BYTES;
            }
            batches.getLast().add(letter);
            room -= bytes;
        }
        return batches;
    }

    private List<DeadLetter> send(Queue queue, List<DeadLetter> letters) {
        return without(
                letters,
                call(() -> client.sendMessageBatch(r -> r.queueUrl(urls.of(queues.name(queue)))
                                .entries(entries(letters, SqsDeadLetterStore::message))))
                        .failed());
    }

    private List<DeadLetter> remove(Queue queue, List<DeadLetter> letters) {
        if (letters.isEmpty()) {
            return letters;
        }
        return without(
                letters,
                call(() -> client.deleteMessageBatch(
                                r -> r.queueUrl(dead(queue)).entries(entries(letters, SqsDeadLetterStore::removal))))
                        .failed());
    }

    /** An entry for each, with its place as its id. */
    private static <T, E> List<E> entries(List<T> batch, BiFunction<String, T, E> entry) {
        return IntStream.range(0, batch.size())
                .mapToObj(i -> entry.apply(Integer.toString(i), batch.get(i)))
                .toList();
    }

    private static ChangeMessageVisibilityBatchRequestEntry visible(String id, Handle letter) {
        return ChangeMessageVisibilityBatchRequestEntry.builder()
                .id(id)
                .receiptHandle(letter.receipt())
                .visibilityTimeout(0)
                .build();
    }

    private static SendMessageBatchRequestEntry message(String id, DeadLetter letter) {
        return SendMessageBatchRequestEntry.builder()
                .id(id)
                .messageBody(letter.body())
                .messageGroupId(letter.author())
                .build();
    }

    private static DeleteMessageBatchRequestEntry removal(String id, DeadLetter letter) {
        return DeleteMessageBatchRequestEntry.builder()
                .id(id)
                .receiptHandle(letter.handle().receipt())
                .build();
    }

    /** Those that did not fail. */
    private static List<DeadLetter> without(List<DeadLetter> letters, List<BatchResultErrorEntry> failed) {
        failed.forEach(entry -> LOG.atWarn()
                .addKeyValue("letter", letters.get(place(entry)).handle().id())
                .addKeyValue("reason", entry.code())
                .log("Dead letter refused by SQS"));
        Set<Integer> places = failed.stream().map(SqsDeadLetterStore::place).collect(Collectors.toSet());
        return IntStream.range(0, letters.size())
                .filter(i -> !places.contains(i))
                .mapToObj(letters::get)
                .toList();
    }

    private static int place(BatchResultErrorEntry entry) {
        return Integer.parseInt(entry.id());
    }

    @Override
    public int taken(Queue queue) {
        QueueAttributeName count = QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES_NOT_VISIBLE;
        String value = call(() ->
                        client.getQueueAttributes(r -> r.queueUrl(dead(queue)).attributeNames(count)))
                .attributes()
                .getOrDefault(count, "0");
        return Integer.parseInt(value);
    }

    private String dead(Queue queue) {
        return urls.of(queues.deadName(queue));
    }

    private static <T> T call(Supplier<T> call) {
        try {
            return call.get();
        } catch (SdkException e) {
            throw StorageErrors.classify(e);
        }
    }
}
