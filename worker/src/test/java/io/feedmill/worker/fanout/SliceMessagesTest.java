package io.feedmill.worker.fanout;

import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feedmill.common.fanout.Deliver;
import io.feedmill.common.fanout.Deliver.Remaining;
import io.feedmill.common.fanout.Job.Slice;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.queue.Queue;
import io.feedmill.common.queue.QueueMessage;
import io.feedmill.common.queue.QueueMessage.SendHistory;
import io.feedmill.common.queue.QueueSender;
import io.feedmill.worker.fanout.SlicePlanner.SliceMessages;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SliceMessagesTest {
    private final List<List<Integer>> requests = new ArrayList<>();
    private final SliceMessages messages = new SliceMessages(new Sender());

    private final class Sender implements QueueSender {
        @Override
        public void sendAgain(Queue queue, String body, Instant firstSentAt, Duration delay) {
            throw new AssertionError("a slice is never sent as it was received");
        }

        @Override
        public void send(QueueMessage message, Duration delay) {
            throw new AssertionError("one at a time");
        }

        @Override
        public void sendAll(List<? extends QueueMessage> slices) {
            requests.add(slices.stream()
                    .map(slice -> ((Deliver) slice).slice().number())
                    .toList());
        }
    }

    private void add(int number) {
        messages.add(new Deliver(
                JobId.of(new PostId(1, "11111111111")),
                user("ann"),
                new Slice(number, user("a"), user("a"), 1),
                Remaining.of(List.of()),
                SendHistory.FIRST));
    }

    @Test
    void theFirstSliceGoesAtOnceThenTenInARequestAndTheRestAtTheEnd() {
        try (messages) {
            add(1);
            assertThat(requests).containsExactly(List.of(1));
            IntStream.rangeClosed(2, 13).forEach(this::add);
            assertThat(requests).hasSize(2);
        }
        assertThat(requests)
                .containsExactly(
                        List.of(1), IntStream.rangeClosed(2, 11).boxed().toList(), List.of(12, 13));
    }

    @Test
    void waitingSlicesAreSentWhenTheWorkFails() {
        assertThatThrownBy(this::fail).hasMessage("no store");
        assertThat(requests).containsExactly(List.of(1), List.of(2));
    }

    private void fail() {
        try (messages) {
            add(1);
            add(2);
            throw new IllegalStateException("no store");
        }
    }

    @Test
    void withoutSlicesNothingIsSent() {
        messages.close();
        assertThat(requests).isEmpty();
    }
}
