package io.feedmill.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.simulation.Stories.Totals;
import io.feedmill.simulation.StoryLine.Failure;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StoryLineTest {
    private static StoryLine line(long seed, @Nullable Failure failure) {
        return new StoryLine(seed, 10, 1_500, Map.of("fault", Map.of("late", 2L, "lost", seed)), failure);
    }

    @Test
    void isReadAsItWasWritten() {
        for (StoryLine line :
                List.of(line(1, null), line(-2, new Failure("kind", "\"first\"\nof two", List.of("Grüße", "{}"))))) {
            assertThat(line.json()).doesNotContain("\n");
            assertThat(StoryLine.of(line.json())).isEqualTo(line);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "WARNING: a line of the JVM",
                "{",
                "{}",
                "{\"seed\":1,\"steps\":1,\"millis\":1}",
                "{\"seed\":1,\"steps\":1,\"millis\":1,\"reached\":{},\"more\":1}"
            })
    void anotherLineIsNone(String line) {
        assertThat(StoryLine.of(line)).isNull();
    }

    @Test
    void areAddedUp() {
        Totals totals = new Totals();
        totals.add(line(3, null));
        totals.add(line(5, new Failure("a", "a", List.of("long", "story"))));
        totals.add(line(6, new Failure("a", "a", List.of("short"))));
        totals.add(line(7, new Failure("a", "a", List.of())));
        totals.add(line(8, new Failure("b", "b", List.of("other"))));
        assertThat(totals.sequences()).isEqualTo(5);
        assertThat(totals.steps()).isEqualTo(50);
        assertThat(totals.simulated()).isEqualTo(Duration.ofMillis(7_500));
        assertThat(totals.reached().counts()).isEqualTo(Map.of("fault", Map.of("late", 10L, "lost", 29L)));
        assertThat(totals.failures()).containsOnlyKeys(5L, 6L, 7L, 8L);
        assertThat(totals.told()).containsExactly("short", "", "other", "");
    }
}
