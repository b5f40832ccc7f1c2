package io.feedmill.worker.listen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.awspring.cloud.sqs.listener.SqsHeaders;
import io.awspring.cloud.sqs.listener.SqsHeaders.MessageSystemAttributes;
import io.awspring.cloud.sqs.listener.Visibility;
import io.feedmill.common.queue.MessageCodec;
import io.feedmill.common.queue.Queue;
import io.feedmill.worker.story.Exact;
import io.feedmill.worker.story.World;
import io.feedmill.worker.work.Receipt;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.springframework.messaging.Message;
import org.springframework.messaging.support.MessageBuilder;

class VisibilityInterceptorTest {
    private final World world = World.of(2, "a", "b");
    private final VisibilityInterceptor interceptor = world.parts.interceptor(Queue.PUBLISH);
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

    /** As the container does. */
    private void receive(Message<String> message) {
        Message<String> intercepted = interceptor.intercept(message);
        world.parts.listener().receive(Queue.PUBLISH, intercepted.getPayload(), Receipt.UNKNOWN);
        interceptor.afterProcessing(intercepted, null);
    }

    @Test
    void aMessageIsProcessed() {
        receive(plan(this::change));
        Exact.assertClosed(world, 2, 0);
        assertThat(visibilities).isEmpty();
    }

    @Test
    void aRedeliveredMessageIsCounted() {
        Message<String> first = plan(this::change);
        receive(receives(first, 1));
        assertThat(world.parts.count("feedmill.queue.redelivered", "queue", "publish"))
                .isZero();
        receive(receives(first, 2));
        assertThat(world.parts.count("feedmill.queue.redelivered", "queue", "publish"))
                .isEqualTo(1);
    }

    private static Message<String> receives(Message<String> message, int receives) {
        return MessageBuilder.fromMessage(message)
                .setHeader(MessageSystemAttributes.SQS_APPROXIMATE_RECEIVE_COUNT, Integer.toString(receives))
                .build();
    }

    /** The exception prevents its acknowledgement. */
    @Test
    void aMessageReceivedDuringAStopIsReleased() {
        world.parts.deadlines().stop();
        assertThatThrownBy(() -> receive(plan(this::change)))
                .isInstanceOf(VisibilityInterceptor.ReleasedException.class);
        assertThat(visibilities).containsExactly(0);
        assertThat(world.reached()).isEmpty();
    }

    @Test
    void aMessageThatCannotBeReleasedIsNotAcknowledged() {
        world.parts.deadlines().stop();
        Visibility lost = seconds -> CompletableFuture.failedFuture(new IllegalStateException("no queue"));
        assertThatThrownBy(() -> receive(plan(lost))).isInstanceOf(VisibilityInterceptor.ReleasedException.class);
    }
}
