package io.feedmill.common.deadletter;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.feedmill.common.deadletter.DeadLetterMessage.Handle;
import io.feedmill.common.key.UserId;
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

/** What goes into one of SQS's batch requests and what comes back: the id of an entry is its place in the batch. */
final class DeadLetterBatch {
    /** All bodies of a batch together, as the oldest of SQS's limits has it. A larger letter goes alone. */
    private static final int MAX_BYTES = 256 * 1_024;

    private DeadLetterBatch() {}

    /** As many letters to a batch as fit into one by their bytes, in their order. */
    static List<List<DeadLetterMessage>> byBytes(List<DeadLetterMessage> letters) {
        List<List<DeadLetterMessage>> batches = new ArrayList<>();
        int room = 0;
        for (DeadLetterMessage letter : letters) {
            int bytes = letter.body().getBytes(UTF_8).length;
            if (batches.isEmpty() || bytes > room) {
                batches.add(new ArrayList<>());
                room = MAX_BYTES;
            }
            batches.getLast().add(letter);
            room -= bytes;
        }
        return batches;
    }

    static List<ChangeMessageVisibilityBatchRequestEntry> visible(List<Handle> letters) {
        return entries(
                letters,
                (id, letter) -> ChangeMessageVisibilityBatchRequestEntry.builder()
                        .id(id)
                        .receiptHandle(letter.receipt())
                        .visibilityTimeout(0)
                        .build());
    }

    /** New messages, in their author's group. */
    static List<SendMessageBatchRequestEntry> messages(List<DeadLetterMessage> letters) {
        return entries(
                letters,
                (id, letter) -> SendMessageBatchRequestEntry.builder()
                        .id(id)
                        .messageBody(letter.body())
                        .messageGroupId(group(letter))
                        .build());
    }

    private static @Nullable String group(DeadLetterMessage letter) {
        UserId author = letter.author();
        return author == null ? null : author.value();
    }

    static List<DeleteMessageBatchRequestEntry> removals(List<DeadLetterMessage> letters) {
        return entries(
                letters,
                (id, letter) -> DeleteMessageBatchRequestEntry.builder()
                        .id(id)
                        .receiptHandle(letter.handle().receipt())
                        .build());
    }

    private static <T, E> List<E> entries(List<T> batch, BiFunction<String, T, E> entry) {
        return IntStream.range(0, batch.size())
                .mapToObj(i -> entry.apply(Integer.toString(i), batch.get(i)))
                .toList();
    }

    /** The letters that did not fail. */
    static List<DeadLetterMessage> without(List<BatchResultErrorEntry> failed, List<DeadLetterMessage> letters) {
        Set<String> ids = failed.stream().map(BatchResultErrorEntry::id).collect(Collectors.toSet());
        return IntStream.range(0, letters.size())
                .filter(i -> !ids.contains(Integer.toString(i)))
                .mapToObj(letters::get)
                .toList();
    }
}
