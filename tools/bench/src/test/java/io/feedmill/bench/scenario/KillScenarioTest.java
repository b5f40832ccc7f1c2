package io.feedmill.bench.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.feedmill.stack.client.FeedmillClient.FeedItem;
import io.feedmill.stack.console.StepFailure;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class KillScenarioTest {
    private final AtomicInteger kills = new AtomicInteger();

    @Test
    void aKillWithAResultIsNotRepeated() {
        assertThat(resultFrom(1)).isEqualTo(1);
        assertThat(kills).hasValue(1);
    }

    @Test
    void aKillWithoutResultIsRepeatedThreeTimesAtMost() {
        assertThat(resultFrom(4)).isEqualTo(4);
        kills.set(0);
        assertThatExceptionOfType(StepFailure.class)
                .isThrownBy(() -> resultFrom(5))
                .withMessage("No result of 4 kills: too late.");
        assertThat(kills).hasValue(4);
    }

    private int resultFrom(int first) {
        return KillScenario.repeat(kills::incrementAndGet, kill -> kill >= first, "too late.");
    }

    @Test
    void ownPostsAndThoseOfOtherRoundsAreNoDeliveries() {
        List<FeedItem> feed = List.of(item("1", "bob"), item("2", "ann"), item("3", "cyd"), item("4", "bob"));
        assertThat(KillScenario.delivered("ann", feed, Set.of("1", "2", "3"))).isEqualTo(2);
    }

    private static FeedItem item(String post, String author) {
        return new FeedItem(post, author, "text", Instant.EPOCH, 1, "follow");
    }
}
