package io.feedmill.api.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.api.problem.ProblemType;
import io.feedmill.api.security.RefusalCounter.RefusedCaller;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RefusalCounterTest {
    private static final RefusedCaller NOBODY = address("10.0.0.1");
    private static final RefusedCaller EVE = new RefusedCaller("eve", null, null, ProblemType.POST_NOT_FOUND);

    private final Map<RefusedCaller, Integer> ended = new HashMap<>();
    private long nanos;
    private final RefusalCounter refusals = new RefusalCounter(() -> nanos, ended::put);

    private static RefusedCaller address(String address) {
        return new RefusedCaller(null, null, address, ProblemType.UNAUTHENTICATED);
    }

    private void pass(Duration time) {
        nanos += time.toNanos();
        refusals.count(new RefusedCaller("at " + nanos, null, null, ProblemType.POST_NOT_FOUND));
    }

    @Test
    void countsEachCallerAndReasonByItself() {
        assertThat(refusals.count(NOBODY)).isEqualTo(1);
        assertThat(refusals.count(NOBODY)).isEqualTo(2);
        assertThat(refusals.count(EVE)).isEqualTo(1);
        assertThat(refusals.count(new RefusedCaller("eve", null, null, ProblemType.INSUFFICIENT_SCOPE)))
                .isEqualTo(1);
    }

    @Test
    void tellsTheNumberOnceAMinuteThoughCallsGoOn() {
        refusals.count(NOBODY);
        pass(Duration.ofSeconds(59));
        refusals.count(NOBODY);
        assertThat(ended).isEmpty();
        pass(Duration.ofSeconds(1));
        assertThat(ended).isEqualTo(Map.of(NOBODY, 2));
        assertThat(refusals.count(NOBODY)).isEqualTo(1);
    }

    @Test
    void countsThoseBeyondItsBoundTogether() {
        int more = 1_000;
        IntStream.range(0, RefusalCounter.MAX_REFUSED + more).forEach(i -> refusals.count(address("a" + i)));
        pass(Duration.ofMinutes(1));
        assertThat(ended).hasSize(RefusalCounter.MAX_REFUSED + 1);
        assertThat(ended.get(new RefusedCaller(null, null, null, ProblemType.UNAUTHENTICATED)))
                .isEqualTo(more);
    }
}
