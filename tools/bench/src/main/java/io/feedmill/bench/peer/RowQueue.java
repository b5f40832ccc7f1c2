package io.feedmill.bench.peer;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.DeleteMessageBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;
import tools.jackson.databind.json.JsonMapper;

/** A queue of rows that are to be written, each a message. Thread-safe. */
record RowQueue(SqsClient client, String url) {
    /** What SQS takes in one batch at most. */
    static final int BATCH = 10;

    private static final JsonMapper JSON = JsonMapper.shared();

    static RowQueue create(SqsClient client, String name) {
        return new RowQueue(client, client.createQueue(r -> r.queueName(name)).queueUrl());
    }

    /** Sends up to {@link #BATCH} rows. */
    void send(List<FeedBean> rows) {
        List<SendMessageBatchRequestEntry> entries = new ArrayList<>();
        for (FeedBean row : rows) {
            entries.add(SendMessageBatchRequestEntry.builder()
                    .id(Integer.toString(entries.size()))
                    .messageBody(JSON.writeValueAsString(row))
                    .build());
        }
        client.sendMessageBatch(r -> r.queueUrl(url).entries(entries));
    }

    /** Receives what one call brings without waiting, gives each row to the writer and then deletes the messages; how many there were. */
    int take(Consumer<FeedBean> writer) {
        List<Message> messages = client.receiveMessage(r -> r.queueUrl(url).maxNumberOfMessages(BATCH))
                .messages();
        messages.forEach(message -> writer.accept(JSON.readValue(message.body(), FeedBean.class)));
        if (!messages.isEmpty()) {
            client.deleteMessageBatch(r -> r.queueUrl(url).entries(entries(messages)));
        }
        return messages.size();
    }

    private static List<DeleteMessageBatchRequestEntry> entries(List<Message> messages) {
        return messages.stream()
                .map(message -> DeleteMessageBatchRequestEntry.builder()
                        .id(message.messageId())
                        .receiptHandle(message.receiptHandle())
                        .build())
                .toList();
    }

    void delete() {
        client.deleteQueue(r -> r.queueUrl(url));
    }
}
