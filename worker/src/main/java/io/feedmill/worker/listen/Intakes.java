package io.feedmill.worker.listen;

import io.awspring.cloud.sqs.listener.ListenerMode;
import io.awspring.cloud.sqs.listener.MessageListener;
import io.feedmill.common.queue.Queue;
import io.feedmill.worker.view.ViewSettings;
import java.util.Collection;
import java.util.List;
import org.springframework.messaging.Message;
import org.springframework.stereotype.Component;

/** How each queue's messages are taken: views by polls, which {@link BatchReceiver} merges into batches, all others one at a time. */
@Component
final class Intakes {
    private static final int MAX_PER_POLL = 10;

    /** Each of them is a connection while it waits; the client has 100 of them for all queues and for deletions. */
    private static final int BATCH_POLLS = 10;

    private final ListenerSettings settings;
    private final ViewSettings views;
    private final Receiver receiver;
    private final Receiver.OfBatches batches;

    Intakes(ListenerSettings settings, ViewSettings views, Receiver receiver, Receiver.OfBatches batches) {
        this.settings = settings;
        this.views = views;
        this.receiver = receiver;
        this.batches = batches;
    }

    Intake of(Queue queue) {
        return switch (queue) {
            case PUBLISH, DELIVER -> single(queue);
            case VIEWS -> batches(queue);
        };
    }

    private Intake single(Queue queue) {
        int most = settings.concurrency();
        return new Intake(
                most,
                Math.min(most, MAX_PER_POLL),
                most,
                settings.pollTimeout(),
                ListenerMode.SINGLE_MESSAGE,
                message -> receiver.receive(queue, message));
    }

    private Intake batches(Queue queue) {
        int most = views.batch() * views.batches();
        return new Intake(
                most,
                Math.min(most, MAX_PER_POLL),
                BATCH_POLLS,
                settings.pollTimeout(),
                ListenerMode.BATCH,
                batchesOf(queue));
    }

    private MessageListener<String> batchesOf(Queue queue) {
        return new MessageListener<>() {
            @Override
            public void onMessage(Message<String> message) {
                onMessage(List.of(message));
            }

            @Override
            public void onMessage(Collection<Message<String>> messages) {
                batches.receive(queue, messages);
            }
        };
    }
}
