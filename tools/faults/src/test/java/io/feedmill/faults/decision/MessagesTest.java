package io.feedmill.faults.decision;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.faults.Calls;
import io.feedmill.faults.decision.Decision.Edit;
import io.feedmill.faults.protocol.ApiCall;
import io.feedmill.faults.script.Distribution;
import io.feedmill.faults.script.Fault;
import io.feedmill.faults.script.Rule;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MessagesTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Distribution LATER = new Distribution.Fixed(SECOND);

    private final ApiCall receive = Calls.receive("q");

    @Test
    void aMessageComesAgainUpToSoManyTimes() {
        Deciding deciding = new Deciding(new Fault.Duplicate(3, LATER));
        assertThat(decisions(deciding, 200))
                .allSatisfy(decision -> assertThat(decision.isDelayed()).isFalse())
                .extracting(Decision.OfMessage::copies)
                .contains(List.of(SECOND), List.of(SECOND, times(2)), List.of(SECOND, times(2), times(3)))
                .allSatisfy(copies -> assertThat(copies).hasSizeBetween(1, 3));
    }

    @Test
    void chanceIsOfEachMessage() {
        Deciding deciding = new Deciding(1, Rule.of(new Fault.Reorder(LATER)).withProbability(0.5));
        assertThat(decisions(deciding, 400).stream()
                        .filter(Decision.OfMessage::isDelayed)
                        .count())
                .isBetween(150L, 250L);
    }

    @Test
    void otherQueuesAreLeftAlone() {
        Deciding deciding = new Deciding(1, FaultDeciderTest.onQueue(new Fault.Reorder(LATER), "other"));
        assertThat(decisions(deciding, 3)).containsOnly(Decision.OfMessage.DELIVER);
    }

    @Test
    void delaysAreWholeSecondsRoundedUpAndNoMoreThanSqsTakes() {
        assertThat(delayed("SendMessage", 1, Duration.ofMillis(1200))).containsExactly(Map.entry(0, 2));
        assertThat(delayed("SendMessageBatch", 2, Duration.ofHours(1)))
                .containsOnly(Map.entry(0, 900), Map.entry(1, 900));
    }

    private static Map<Integer, Integer> delayed(String operation, int entries, Duration time) {
        Deciding deciding = new Deciding(new Fault.DelayDelivery(new Distribution.Fixed(time)));
        return deciding.edit(Calls.entries(operation, entries)) instanceof Edit.DelayedSends delayed
                ? delayed.seconds()
                : Map.of();
    }

    @Test
    void aSingleDeleteFailsAsEntryZero() {
        assertThat(new Deciding(new Fault.FailDelete(false)).edit(Calls.sqs("DeleteMessage", "{}")))
                .isEqualTo(new Edit.WithoutDeletes(Set.of(0), Set.of()));
    }

    private List<Decision.OfMessage> decisions(Deciding deciding, int messages) {
        List<Decision.OfMessage> decisions =
                deciding.decider().decideMessages(receive, messages, deciding.clock.nanoTime());
        assertThat(decisions).hasSize(messages);
        return IntStream.range(0, messages).mapToObj(decisions::get).toList();
    }

    private static Duration times(int times) {
        return SECOND.multipliedBy(times);
    }
}
