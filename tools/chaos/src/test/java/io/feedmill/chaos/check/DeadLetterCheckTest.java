package io.feedmill.chaos.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.chaos.plan.Poison;
import io.feedmill.stack.QueueAccess.DeadLetter;
import java.util.List;
import org.junit.jupiter.api.Test;

class DeadLetterCheckTest {

    private static final Poison BROKEN = new Poison(Poison.Kind.NOT_JSON, "publish", "{broken");
    private static final Poison DANCE = new Poison(Poison.Kind.UNKNOWN_TYPE, "deliver", "{\"type\":\"dance\"}");
    private static final List<Poison> SENT = List.of(BROKEN, DANCE);
    private static final DeadLetter FIRST = new DeadLetter("publish", BROKEN.text(), "not-json");
    private static final DeadLetter SECOND = new DeadLetter("deliver", DANCE.text(), "unknown-type");

    @Test
    void findsNothingIfAllMessagesArePoison() {
        assertThat(DeadLetterCheck.compare(SENT, List.of(SECOND, FIRST))).isEmpty();
    }

    @Test
    void repeatedPoisonIsNoFinding() {
        assertThat(DeadLetterCheck.compare(SENT, List.of(FIRST, SECOND, FIRST))).isEmpty();
    }

    @Test
    void findsMissingPoison() {
        assertThat(DeadLetterCheck.compare(SENT, List.of(FIRST)))
                .containsExactly("Poison in queue deliver was not dead-lettered: " + DANCE.text());
    }

    @Test
    void findsAMessageThatIsNoPoison() {
        DeadLetter slice = new DeadLetter("deliver", "{\"type\":\"deliver\"}", null);
        assertThat(DeadLetterCheck.compare(SENT, List.of(FIRST, SECOND, slice)))
                .containsExactly("Queue deliver dead-lettered a message that is no poison, for the reason \"null\": "
                        + "{\"type\":\"deliver\"}");
    }

    @Test
    void findsPoisonInTheWrongQueue() {
        DeadLetter lost = new DeadLetter("deliver", BROKEN.text(), "not-json");
        assertThat(DeadLetterCheck.compare(List.of(BROKEN), List.of(lost, FIRST)))
                .containsExactly(
                        "Queue deliver dead-lettered a message that is no poison, for the reason \"not-json\": "
                                + BROKEN.text());
    }

    @Test
    void findsAnotherReasonAndNone() {
        DeadLetter other = new DeadLetter("publish", BROKEN.text(), "too-large");
        DeadLetter none = new DeadLetter("deliver", DANCE.text(), null);
        assertThat(DeadLetterCheck.compare(SENT, List.of(other, none)))
                .containsExactly(
                        "Poison in queue publish was dead-lettered for another reason, \"too-large\": " + BROKEN.text(),
                        "Poison in queue deliver was dead-lettered for another reason, \"null\": " + DANCE.text());
    }

    @Test
    void cutsLongTexts() {
        DeadLetter large = new DeadLetter("deliver", "x".repeat(70_000), null);
        assertThat(DeadLetterCheck.compare(List.of(), List.of(large)))
                .containsExactly("Queue deliver dead-lettered a message that is no poison, for the reason \"null\": "
                        + "x".repeat(120));
    }
}
