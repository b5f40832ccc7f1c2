package io.feedmill.worker.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.awspring.cloud.sqs.listener.SqsHeaders;
import io.awspring.cloud.sqs.listener.SqsHeaders.MessageSystemAttributes;
import io.awspring.cloud.sqs.listener.Visibility;
import io.feedmill.common.queue.MessageCodec;
import io.feedmill.common.queue.Queue;
import io.feedmill.worker.listen.Listener;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.springframework.messaging.Message;
import org.springframework.messaging.support.MessageBuilder;

class ListenerTest {
    private final World world = World.of(2, "a", "b");
    private final Listener listener = world.parts.listener();
    private final List<Integer> visibilities = new ArrayList<>();

    private Message<String> plan(Visibility visibility) {
        return MessageBuilder.withPayload(MessageCodec.encode(world.plan()))
                .setHeader(SqsHeaders.SQS_VISIBILITY_TIMEOUT_HEADER, visibility)
                .build();
    }

    private CompletableFuture<Void> change(int seconds) {
        visibilities.add(seconds);
        return CompletableFuture.completedFuture(null);
    }

    @Test
    void aMessageIsWorkedOn() {
        listener.receive(Queue.PUBLISH, plan(this::change));
        Exact.assertClosed(world, 2, 0);
        assertThat(visibilities).isEmpty();
    }

    @Test
    void aMessageThatWasReceivedBeforeIsCounted() {
        Message<String> first = plan(this::change);
        listener.receive(Queue.PUBLISH, receives(first, 1));
        assertThat(world.parts.count("feedmill.queue.redelivered", "queue", "publish"))
                .isZero();
        listener.receive(Queue.PUBLISH, receives(first, 2));
        assertThat(world.parts.count("feedmill.queue.redelivered", "queue", "publish"))
                .isEqualTo(1);
    }

    private static Message<String> receives(Message<String> message, int receives) {
        return MessageBuilder.fromMessage(message)
                .setHeader(MessageSystemAttributes.SQS_APPROXIMATE_RECEIVE_COUNT, Integer.toString(receives))
                .build();
    }

    /** Thrown, so that it is not acknowledged. */
    @Test
    void aMessageThatComesDuringAStopIsReleasedUnread() {
        world.parts.deadlines().stop();
        assertThatThrownBy(() -> listener.receive(Queue.PUBLISH, plan(this::change)))
                .isInstanceOf(Listener.ReleasedException.class);
        assertThat(visibilities).containsExactly(0);
        assertThat(world.reached()).isEmpty();
    }

    @Test
    void aMessageThatCannotBeReleasedIsNotAcknowledgedEither() {
        world.parts.deadlines().stop();
        Visibility lost = seconds -> CompletableFuture.failedFuture(new IllegalStateException("no queue"));
        assertThatThrownBy(() -> listener.receive(Queue.PUBLISH, plan(lost)))
                .isInstanceOf(Listener.ReleasedException.class);
    }
}
