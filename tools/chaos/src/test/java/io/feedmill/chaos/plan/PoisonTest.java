package io.feedmill.chaos.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.queue.MessageCodec;
import io.feedmill.common.queue.QueueMessage;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PoisonTest {

    @ParameterizedTest
    @EnumSource
    void isDeadLetteredUnchanged(Poison.Kind kind) {
        Poison poison = Poison.of(kind, "deliver", 1, 1);
        assertThat(poison.isIn("deliver", poison.text())).isTrue();
        assertThat(poison.isIn("deliver", Poison.of(kind, "deliver", 1, 2).text()))
                .isFalse();
        assertThat(poison.isIn("upkeep", poison.text())).isFalse();
    }

    @Test
    void aPlanThatIsSentAgainComesInTheQueueOfPlans() {
        Poison poison = Poison.of(Poison.Kind.NO_SUCH_JOB, "deliver", 1, 1);
        QueueMessage plan = Poison.CODEC.decode(poison.text()).withFirstSentAt(Instant.EPOCH);
        for (QueueMessage again :
                List.of(plan.next(), plan.recheck(), plan.recheck().next())) {
            String text = MessageCodec.encode(again);
            assertThat(text).isNotEqualTo(poison.text());
            assertThat(poison.isIn("publish", text)).isTrue();
            assertThat(poison.isIn("deliver", text)).isFalse();
            assertThat(Poison.of(Poison.Kind.NO_SUCH_JOB, "deliver", 1, 2).isIn("publish", text))
                    .isFalse();
        }
    }
}
