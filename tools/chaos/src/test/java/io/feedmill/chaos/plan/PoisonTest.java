package io.feedmill.chaos.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.queue.MessageCodec;
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
    void aRequeuedPlanComesAsAnotherAttemptInTheQueueOfPlans() {
        Poison poison = Poison.of(Poison.Kind.NO_SUCH_JOB, "deliver", 1, 1);
        String next = MessageCodec.encode(MessageCodec.decode(poison.text()).next());
        assertThat(next).isNotEqualTo(poison.text());
        assertThat(poison.isIn("publish", next)).isTrue();
        assertThat(poison.isIn("deliver", next)).isFalse();
    }
}
