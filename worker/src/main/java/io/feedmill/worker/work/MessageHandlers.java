package io.feedmill.worker.work;

import io.feedmill.common.queue.QueueMessage;
import io.feedmill.common.queue.RequeueReason;
import io.feedmill.common.storage.Deadline;
import io.feedmill.worker.work.MessageHandler.Handled;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.springframework.core.GenericTypeResolver;
import org.springframework.stereotype.Component;

/** The handlers of all types of messages. Thread-safe. */
@Component
public final class MessageHandlers {
    private final Map<Class<?>, MessageHandler<?>> handlers;

    public MessageHandlers(List<MessageHandler<?>> handlers) {
        this.handlers = handlers.stream().collect(Collectors.toMap(MessageHandlers::message, Function.identity()));
    }

    private static Class<?> message(MessageHandler<?> handler) {
        return Objects.requireNonNull(
                GenericTypeResolver.resolveTypeArgument(handler.getClass(), MessageHandler.class));
    }

    public Handled handle(QueueMessage message, Receipt receipt, Deadline deadline) {
        return of(message).handle(message, receipt, deadline);
    }

    public void requeued(QueueMessage next, RequeueReason reason, Duration delay) {
        of(next).requeued(next, reason, delay);
    }

    /** A handler's type is that of its messages. */
    @SuppressWarnings("unchecked")
    private MessageHandler<QueueMessage> of(QueueMessage message) {
        return (MessageHandler<QueueMessage>) Objects.requireNonNull(handlers.get(message.getClass()));
    }
}
