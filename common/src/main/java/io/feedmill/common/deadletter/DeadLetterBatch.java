package io.feedmill.common.deadletter;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.feedmill.common.deadletter.DeadLetterStore.DeadLetterMessage;
import io.feedmill.common.deadletter.DeadLetterStore.DeadLetterMessage.Handle;
import io.feedmill.common.key.UserId;
import io.feedmill.common.queue.MessageCodec;
import io.feedmill.common.queue.QueueSender;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.sqs.model.BatchResultErrorEntry;
import software.amazon.awssdk.services.sqs.model.ChangeMessageVisibilityBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.DeleteMessageBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;

/** The entries of SQS batch requests: the id of an entry is its index in the batch. */
final class DeadLetterBatch {
    /** The maximum of all messages of a batch, SQS's oldest limit. A larger message is a batch of its own. */
    private static final int MAX_BYTES = 256 * 1_024;

    private DeadLetterBatch() {}

    /** Batches of messages by their bytes, in their order. */
    static List<List<DeadLetterMessage>> byBytes(List<DeadLetterMessage> messages, MessageCodec codec) {
        List<List<DeadLetterMessage>> batches = new ArrayList<>();
        int room = 0;
        for (DeadLetterMessage message : messages) {
            int bytes = message.redriven(codec).getBytes(UTF_8).length + QueueSender.TRACE_BYTES;
            if (batches.isEmpty() || bytes > room) {
                batches.add(new ArrayList<>());
                room = MAX_BYTES;
            }
            batches.getLast().add(message);
            room -= bytes;
        }
        return batches;
    }

    static List<ChangeMessageVisibilityBatchRequestEntry> visible(List<Handle> messages) {
        return entries(
                messages,
                (id, message) -> ChangeMessageVisibilityBatchRequestEntry.builder()
                        .id(id)
                        .receiptHandle(message.receipt())
                        .visibilityTimeout(0)
                        .build());
    }

    /** New messages in the group of their author. */
    static List<SendMessageBatchRequestEntry> messages(List<DeadLetterMessage> messages, MessageCodec codec) {
        return entries(
                messages,
                (id, message) -> SendMessageBatchRequestEntry.builder()
                        .id(id)
                        .messageBody(message.redriven(codec))
                        .messageGroupId(group(message, codec))
                        .build());
    }

    private static @Nullable String group(DeadLetterMessage message, MessageCodec codec) {
        UserId author = message.author(codec);
        return author == null ? null : author.value();
    }

    static List<DeleteMessageBatchRequestEntry> removals(List<DeadLetterMessage> messages) {
        return entries(
                messages,
                (id, message) -> DeleteMessageBatchRequestEntry.builder()
                        .id(id)
                        .receiptHandle(message.handle().receipt())
                        .build());
    }

    private static <T, E> List<E> entries(List<T> batch, BiFunction<String, T, E> entry) {
        return IntStream.range(0, batch.size())
                .mapToObj(i -> entry.apply(Integer.toString(i), batch.get(i)))
                .toList();
    }

    /** The messages that did not fail. */
    static List<DeadLetterMessage> without(List<BatchResultErrorEntry> failed, List<DeadLetterMessage> messages) {
        Set<String> ids = failed.stream().map(BatchResultErrorEntry::id).collect(Collectors.toSet());
        return IntStream.range(0, messages.size())
                .filter(i -> !ids.contains(Integer.toString(i)))
                .mapToObj(messages::get)
                .toList();
    }
}
