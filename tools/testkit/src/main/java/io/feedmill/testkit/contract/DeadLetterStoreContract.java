package io.feedmill.testkit.contract;

import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feedmill.common.deadletter.DeadLetterStore;
import io.feedmill.common.deadletter.DeadLetterStore.DeadLetterMessage;
import io.feedmill.common.deadletter.DeadLetterStore.DeadLetterMessage.Handle;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.queue.MessageCodec;
import io.feedmill.common.queue.Queue;
import io.feedmill.common.queue.QueueMessage.Plan;
import io.feedmill.testkit.Race;
import io.feedmill.testkit.contract.DeadLetterBackend.Arrived;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What a {@link DeadLetterStore} has to do. Each test has queues of its own. */
public abstract class DeadLetterStoreContract {
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final String PLAN =
            MessageCodec.encode(Plan.of(JobId.of(PostId.create(1, new Random(1))), user("ann")));

    private final DeadLetterBackend backend;
    private final DeadLetterStore store;

    protected DeadLetterStoreContract(DeadLetterBackend backend) {
        this.backend = backend;
        this.store = backend.store();
    }

    /** Everything there is to take. */
    private List<DeadLetterMessage> takeAll(Queue queue) {
        List<DeadLetterMessage> all = new ArrayList<>();
        List<DeadLetterMessage> some = store.take(queue, MINUTE);
        while (!some.isEmpty()) {
            assertThat(some).hasSizeLessThanOrEqualTo(DeadLetterStore.MAX_AT_ONCE);
            all.addAll(some);
            some = store.take(queue, MINUTE);
        }
        return all;
    }

    private static List<Handle> handles(List<DeadLetterMessage> letters) {
        return letters.stream().map(DeadLetterMessage::handle).toList();
    }

    @Test
    void aLetterHasItsReasonItsTimeAndItsBody() {
        Instant before = Instant.now().minusSeconds(2);
        backend.deadLetter(Queue.DELIVER, "not-json", "<xml/>");
        assertThat(takeAll(Queue.DELIVER)).singleElement().satisfies(letter -> {
            assertThat(letter.reason()).isEqualTo("not-json");
            assertThat(letter.body()).isEqualTo("<xml/>");
            assertThat(letter.sentAt()).isBetween(before, Instant.now().plusSeconds(2));
        });
        assertThat(takeAll(Queue.PUBLISH)).isEmpty();
    }

    @Test
    void whatSqsMovedWasReceivedTooOften() {
        backend.wearOut(Queue.PUBLISH, PLAN);
        assertThat(takeAll(Queue.PUBLISH)).singleElement().satisfies(letter -> {
            assertThat(letter.reason()).isEqualTo(DeadLetterMessage.TOO_MANY_RECEIVES);
            assertThat(letter.body()).isEqualTo(PLAN);
        });
    }

    @Test
    void whatIsTakenIsHiddenUntilItIsPutBack() {
        List<String> bodies =
                IntStream.range(0, 25).mapToObj(i -> "letter " + i).toList();
        bodies.forEach(body -> backend.deadLetter(Queue.DELIVER, "not-json", body));
        List<DeadLetterMessage> first = takeAll(Queue.DELIVER);
        assertThat(first).extracting(DeadLetterMessage::body).containsExactlyInAnyOrderElementsOf(bodies);
        assertThat(store.taken(Queue.DELIVER)).isEqualTo(25);
        store.release(Queue.DELIVER, handles(first));
        assertThat(store.taken(Queue.DELIVER)).isZero();
        List<DeadLetterMessage> second = takeAll(Queue.DELIVER);
        assertThat(second)
                .extracting(letter -> letter.handle().id())
                .containsExactlyInAnyOrderElementsOf(
                        first.stream().map(letter -> letter.handle().id()).toList());
    }

    @Test
    void whatIsNeverPutBackComesBackByItself() {
        backend.deadLetter(Queue.DELIVER, "not-json", "<xml/>");
        assertThat(store.take(Queue.DELIVER, Duration.ofSeconds(1))).hasSize(1);
        backend.pass(Duration.ofSeconds(1));
        await().atMost(MINUTE).until(() -> !store.take(Queue.DELIVER, MINUTE).isEmpty());
    }

    @Test
    void aRedrivenLetterIsInItsQueueAndNoLongerDead() {
        backend.deadLetter(Queue.PUBLISH, "unknown-version", PLAN);
        backend.deadLetter(Queue.PUBLISH, "not-json", "{\u00e9");
        List<DeadLetterMessage> letters = takeAll(Queue.PUBLISH);
        assertThat(store.redrive(Queue.PUBLISH, letters)).isEqualTo(letters);
        assertThat(backend.arrived(Queue.PUBLISH, 2))
                .containsExactlyInAnyOrder(new Arrived(PLAN, "ann"), new Arrived("{\u00e9", null));
        store.release(Queue.PUBLISH, handles(letters));
        assertThat(takeAll(Queue.PUBLISH)).isEmpty();
    }

    @Test
    void lettersThatDoNotFitIntoOneRequestAreRedriven() {
        List<String> bodies =
                IntStream.range(0, 6).mapToObj(i -> i + "x".repeat(200_000)).toList();
        bodies.forEach(body -> backend.deadLetter(Queue.DELIVER, "too-large", body));
        List<DeadLetterMessage> letters = takeAll(Queue.DELIVER);
        assertThat(store.redrive(Queue.DELIVER, letters)).hasSize(6);
        assertThat(backend.arrived(Queue.DELIVER, 6))
                .extracting(Arrived::body)
                .containsExactlyInAnyOrderElementsOf(bodies);
    }

    @Test
    void severalWhoRedriveAtOnceMoveEachLetterOnce() {
        int count = 60;
        IntStream.range(0, count).forEach(i -> backend.deadLetter(Queue.DELIVER, "not-json", "letter " + i));
        Callable<Integer> racer = () -> {
            int moved = 0;
            List<DeadLetterMessage> letters = store.take(Queue.DELIVER, MINUTE);
            while (!letters.isEmpty()) {
                moved += store.redrive(Queue.DELIVER, letters).size();
                letters = store.take(Queue.DELIVER, MINUTE);
            }
            return moved;
        };
        assertThat(Race.of(3, racer).stream().mapToInt(Integer::intValue).sum()).isEqualTo(count);
        assertThat(backend.arrived(Queue.DELIVER, count))
                .extracting(Arrived::body)
                .doesNotHaveDuplicates()
                .hasSize(count);
        assertThat(takeAll(Queue.DELIVER)).isEmpty();
    }
}
