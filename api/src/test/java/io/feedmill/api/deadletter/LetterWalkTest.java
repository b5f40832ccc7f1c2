package io.feedmill.api.deadletter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feedmill.common.deadletter.DeadLetterMessage;
import io.feedmill.common.queue.Queue;
import io.feedmill.testkit.FakeDeadLetterStore;
import io.feedmill.testkit.SettableClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LetterWalkTest {
    private static final DeadLetterSettings SETTINGS = new DeadLetterSettings(Duration.ofSeconds(20), 25);

    private final SettableClock clock = new SettableClock();
    private final FakeDeadLetterStore store = new FakeDeadLetterStore(clock);
    private final Ticker ticker = new Ticker(clock::nanoTime, clock::advance);
    private final LetterWalk walk = new LetterWalk(store, SETTINGS, ticker);
    private final List<String> seen = new ArrayList<>();

    private void letters(int count) {
        IntStream.range(0, count).forEach(i -> store.add(Queue.DELIVER, "not-json", "letter " + i));
    }

    private LetterWalk.Seen walk() {
        return walk.over(Queue.DELIVER, ticker.after(SETTINGS.longestCall()), this::see);
    }

    private List<DeadLetterMessage> see(List<DeadLetterMessage> letters) {
        letters.forEach(letter -> seen.add(letter.body()));
        return List.of();
    }

    @Test
    void seesEachLetterOnceAndPutsItBack() {
        letters(24);
        assertThat(walk()).isEqualTo(new LetterWalk.Seen(true, 0));
        assertThat(seen).hasSize(24).doesNotHaveDuplicates();
        assertThat(store.taken(Queue.DELIVER)).isZero();
        assertThat(store.bodies(Queue.DELIVER)).isEqualTo(seen);
    }

    @Test
    void stopsWhenItHoldsAsManyAsItMay() {
        letters(60);
        assertThat(walk().complete()).isFalse();
        assertThat(seen).hasSize(30);
        assertThat(store.taken(Queue.DELIVER)).isZero();
    }

    @Test
    void whatIsGoneIsNotHeld() {
        letters(60);
        LetterWalk.Seen all = walk.over(
                Queue.DELIVER, ticker.after(SETTINGS.longestCall()), letters -> store.redrive(Queue.DELIVER, letters));
        assertThat(all).isEqualTo(new LetterWalk.Seen(true, 0));
        assertThat(store.redriven()).hasSize(60);
    }

    @Test
    void stopsWhenItsTimeIsOver() {
        letters(25);
        LetterWalk.Seen some = walk.over(Queue.DELIVER, ticker.after(Duration.ofSeconds(2)), letters -> {
            clock.advance(Duration.ofSeconds(1));
            return see(letters);
        });
        assertThat(some.complete()).isFalse();
        assertThat(seen).hasSize(20);
        assertThat(store.taken(Queue.DELIVER)).isZero();
    }

    @Test
    void countsWhatAnotherHas() {
        letters(8);
        store.add(Queue.PUBLISH, "not-json", "of another queue");
        store.take(Queue.PUBLISH, Duration.ofMinutes(1));
        store.take(Queue.DELIVER, Duration.ofMinutes(1));
        store.add(Queue.DELIVER, "not-json", "late");
        assertThat(walk()).isEqualTo(new LetterWalk.Seen(true, 8));
        assertThat(seen).containsExactly("late");
    }

    @Test
    void seesALetterOnceThatIsHandedOutTwice() {
        letters(1);
        walk.over(Queue.DELIVER, ticker.after(SETTINGS.hidden().multipliedBy(2)), letters -> {
            clock.advance(SETTINGS.hidden());
            return see(letters);
        });
        assertThat(seen).containsExactly("letter 0");
    }

    @Test
    void putsBackWhatItHoldsWhenTheVisitorFails() {
        letters(3);
        assertThatThrownBy(() -> walk.over(Queue.DELIVER, ticker.after(SETTINGS.longestCall()), LetterWalkTest::fail))
                .hasMessage("broken");
        assertThat(store.taken(Queue.DELIVER)).isZero();
    }

    private static List<DeadLetterMessage> fail(List<DeadLetterMessage> letters) {
        throw new IllegalStateException("broken");
    }

    @Test
    void staysHiddenLongerThanACallMayLast() {
        assertThat(SETTINGS.hidden()).isEqualTo(Duration.ofSeconds(50));
    }
}
