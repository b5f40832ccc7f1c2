package io.feedmill.common.queue;

import io.feedmill.common.queue.QueueMessage.Deliver;
import java.util.ArrayList;
import java.util.List;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;

/** Slices as entries of batches. An entry's id is the index of its slice. */
final class SendBatches {
    /** Of all bodies of a batch. SQS takes 1 MiB; emulators still have this older limit. */
    private static final int MAX_BYTES = 256 * 1_024;

    private final List<List<SendMessageBatchRequestEntry>> batches = new ArrayList<>();
    private int bytes;

    private SendBatches() {}

    static List<List<SendMessageBatchRequestEntry>> of(List<Deliver> slices) {
        SendBatches all = new SendBatches();
        for (int i = 0; i < slices.size(); i++) {
            all.add(Integer.toString(i), slices.get(i));
        }
        return all.batches;
    }

    /** Bodies are ASCII. */
    private void add(String id, Deliver slice) {
        String body = MessageCodec.encode(slice);
        bytes += body.length();
        if (batches.isEmpty() || batches.getLast().size() == QueueSender.BATCH || bytes > MAX_BYTES) {
            batches.add(new ArrayList<>());
            bytes = body.length();
        }
        batches.getLast()
                .add(SendMessageBatchRequestEntry.builder()
                        .id(id)
                        .messageBody(body)
                        .messageGroupId(slice.author().value())
                        .build());
    }
}
