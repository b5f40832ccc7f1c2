package io.feedmill.chaos.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.feedmill.faults.script.Rule;
import io.feedmill.faults.script.Script;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ThrottleScenarioTest {

    @Test
    void noneIsThrottledAtZero() {
        assertThat(ThrottleScenario.script(0)).isEqualTo(Script.NONE);
    }

    /** The first rule that ends a request wins: the second one draws for the remaining requests. */
    @ParameterizedTest
    @ValueSource(doubles = {0.01, 0.3, 0.6, 0.9, 0.99})
    void bothRulesTogetherHitTheGivenShare(double share) {
        double untouched = ThrottleScenario.script(share).rules().stream()
                .mapToDouble(Rule::probability)
                .reduce(1, (left, chance) -> left * (1 - chance));
        assertThat(1 - untouched).isCloseTo(share, within(1e-9));
    }

    @Test
    void onlyBatchWritesAreThrottled() {
        assertThat(ThrottleScenario.script(0.5).rules())
                .allSatisfy(rule -> assertThat(rule.scope().operations()).containsExactly("BatchWriteItem"));
    }
}
