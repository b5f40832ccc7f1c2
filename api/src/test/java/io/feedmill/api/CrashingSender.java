package io.feedmill.api;

import io.feedmill.common.queue.Queue;
import io.feedmill.common.queue.QueueMessage;
import io.feedmill.common.queue.QueueSender;
import io.feedmill.common.queue.SqsQueueSender;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Primary;

/** Sends to the queue, or fails if a test asks for it. */
@Primary
public final class CrashingSender implements QueueSender {
    private final SqsQueueSender sender;
    private volatile @Nullable Throwable crash;

    CrashingSender(SqsQueueSender sender) {
        this.sender = sender;
    }

    public void crashWith(@Nullable Throwable failure) {
        crash = failure;
    }

    @Override
    public void sendAgain(Queue queue, String body, Instant firstSentAt, Duration delay) {
        sender.sendAgain(queue, body, firstSentAt, delay);
    }

    @Override
    public void send(QueueMessage message, Duration delay) {
        switch (crash) {
            case null -> sender.send(message, delay);
            case RuntimeException e -> throw e;
            case Error e -> throw e;
            default -> throw new AssertionError(crash);
        }
    }
}
