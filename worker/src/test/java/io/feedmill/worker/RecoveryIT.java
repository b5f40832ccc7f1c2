package io.feedmill.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.fanout.Deliver;
import io.feedmill.common.fanout.Job.Counts;
import io.feedmill.common.key.PostId;
import io.feedmill.common.queue.Queue;
import io.feedmill.common.queue.QueueMessage;
import io.feedmill.common.queue.QueueSender;
import io.feedmill.common.queue.SqsQueueSender;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Every first message of an odd slice is lost; the sweep runs on its schedule. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RecoveryIT {
    @AutoClose
    private Feedmill feedmill;

    @BeforeAll
    void start() {
        Part<QueueSender> lossy =
                new Part<>(QueueSender.class, worker -> new Lossy(worker.getBean(SqsQueueSender.class)));
        feedmill = Feedmill.on(Endpoints.embedded())
                .worker(
                        lossy,
                        "feedmill.fanout.slice-size=20",
                        "feedmill.relay.every=200ms",
                        "feedmill.relay.accepted=500ms",
                        "feedmill.relay.stalled=1s");
    }

    /** Loses the first message of each odd slice. */
    private static final class Lossy implements QueueSender {
        private final QueueSender sender;
        private final Set<List<Object>> lost = ConcurrentHashMap.newKeySet();

        Lossy(QueueSender sender) {
            this.sender = sender;
        }

        @Override
        public void sendAgain(Queue queue, String body, Instant firstSentAt, Duration delay) {
            sender.sendAgain(queue, body, firstSentAt, delay);
        }

        @Override
        public void send(QueueMessage message, Duration delay) {
            boolean loses = message instanceof Deliver slice
                    && slice.slice().number() % 2 == 1
                    && lost.add(List.of(slice.job(), slice.slice().number()));
            if (!loses) {
                sender.send(message, delay);
            }
        }
    }

    private double resent() {
        return feedmill.bean(MeterRegistry.class)
                .get("feedmill.relay.resent")
                .counter()
                .count();
    }

    @Test
    void aPlanThatWasNeverSentAndSlicesWhoseMessagesAreLostAreSentByTheSweep() {
        double before = resent();
        List<String> followers = feedmill.followers("unlucky", 95);
        PostId post = feedmill.publish("unlucky", "hello");
        assertThat(feedmill.awaitComplete(post).counts()).isEqualTo(new Counts(95, 95, 0));
        // The plan, then the lost slices.
        assertThat(resent() - before).isGreaterThanOrEqualTo(2);
        Books.assertReached(feedmill, followers, List.of(post));
        Books.assertAgree(feedmill, "unlucky", List.of(post));
    }
}
