package io.feedmill.common.queue;

import java.util.function.Function;

/**
 * A kind of message: its {@code type} in JSON, the highest version of its form that the reader knows, and the reader, which throws an
 * {@link IllegalArgumentException} for a message that contradicts itself.
 */
public record MessageType<M extends QueueMessage>(
        String name, Queue queue, int versions, Function<MessageFields, M> reader) {

    public static <M extends QueueMessage> MessageType<M> of(
            String name, Queue queue, Function<MessageFields, M> reader) {
        return new MessageType<>(name, queue, 1, reader);
    }
}
