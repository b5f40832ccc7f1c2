package io.feedmill.api.deadletter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feedmill.common.deadletter.DeadLetterStore.DeadLetterMessage;
import io.feedmill.common.queue.Queue;
import io.feedmill.testkit.MemoryDeadLetterStore;
import io.feedmill.testkit.SettableClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DeadLetterBrowserTest {
    private final SettableClock clock = new SettableClock();
    private final MemoryDeadLetterStore store = new MemoryDeadLetterStore(clock);
    private final DeadLetterBrowser browser = new DeadLetterBrowser(store, 25, clock);
    private final List<String> seen = new ArrayList<>();

    private void deadLetter(int count) {
        IntStream.range(0, count).forEach(i -> store.add(Queue.DELIVER, "not-json", "message " + i));
    }

    private DeadLetterBrowser.Result browse() {
        return browser.browse(Queue.DELIVER, browser.after(DeadLetterBrowser.MAX_CALL), this::see);
    }

    private List<DeadLetterMessage> see(List<DeadLetterMessage> messages) {
        messages.forEach(message -> seen.add(message.body()));
        return List.of();
    }

    @Test
    void seesEachMessageOnceAndReleasesIt() {
        deadLetter(24);
        assertThat(browse()).isEqualTo(new DeadLetterBrowser.Result(true, 0));
        assertThat(seen).hasSize(24).doesNotHaveDuplicates();
        assertThat(store.inFlight(Queue.DELIVER)).isZero();
        assertThat(store.bodies(Queue.DELIVER)).isEqualTo(seen);
    }

    @Test
    void stopsAtItsMaximum() {
        deadLetter(60);
        assertThat(browse().complete()).isFalse();
        assertThat(seen).hasSize(30);
        assertThat(store.inFlight(Queue.DELIVER)).isZero();
    }

    @Test
    void doesNotHoldRemovedMessages() {
        deadLetter(60);
        DeadLetterBrowser.Result all = browser.browse(
                Queue.DELIVER,
                browser.after(DeadLetterBrowser.MAX_CALL),
                messages -> store.redrive(Queue.DELIVER, messages));
        assertThat(all).isEqualTo(new DeadLetterBrowser.Result(true, 0));
        assertThat(store.redriven()).hasSize(60);
    }

    @Test
    void stopsAtItsTime() {
        deadLetter(25);
        DeadLetterBrowser.Result some =
                browser.browse(Queue.DELIVER, browser.after(Duration.ofSeconds(2)), messages -> {
                    clock.advance(Duration.ofSeconds(1));
                    return see(messages);
                });
        assertThat(some.complete()).isFalse();
        assertThat(seen).hasSize(20);
        assertThat(store.inFlight(Queue.DELIVER)).isZero();
    }

    @Test
    void countsMessagesInOtherCalls() {
        deadLetter(8);
        store.add(Queue.PUBLISH, "not-json", "of another queue");
        store.receive(Queue.PUBLISH, Duration.ofMinutes(1));
        store.receive(Queue.DELIVER, Duration.ofMinutes(1));
        store.add(Queue.DELIVER, "not-json", "late");
        assertThat(browse()).isEqualTo(new DeadLetterBrowser.Result(true, 8));
        assertThat(seen).containsExactly("late");
    }

    @Test
    void seesAMessageOnceThatIsReceivedTwice() {
        deadLetter(1);
        browser.browse(Queue.DELIVER, browser.after(DeadLetterBrowser.HIDDEN.multipliedBy(2)), messages -> {
            clock.advance(DeadLetterBrowser.HIDDEN);
            return see(messages);
        });
        assertThat(seen).containsExactly("message 0");
    }

    @Test
    void releasesAllWhenTheVisitorFails() {
        deadLetter(3);
        assertThatThrownBy(() -> browser.browse(
                        Queue.DELIVER, browser.after(DeadLetterBrowser.MAX_CALL), DeadLetterBrowserTest::fail))
                .hasMessage("broken");
        assertThat(store.inFlight(Queue.DELIVER)).isZero();
    }

    private static List<DeadLetterMessage> fail(List<DeadLetterMessage> messages) {
        throw new IllegalStateException("broken");
    }

    @Test
    void staysHiddenLongerThanACallMayLast() {
        assertThat(DeadLetterBrowser.HIDDEN).isEqualTo(Duration.ofSeconds(50));
    }
}
