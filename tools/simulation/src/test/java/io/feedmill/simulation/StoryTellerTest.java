package io.feedmill.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.simulation.Story.Outcome;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoryTellerTest {
    @TempDir
    private Path folder = Path.of("");

    @Test
    void aStoryHasThirtyLinesAndTheCommandThatReplaysIt() {
        List<String> told =
                IntStream.range(0, 100).mapToObj(event -> "event " + event).toList();
        Outcome story =
                new Outcome(7, List.of(3, 9), null, "Work waits\nfor ever", told, List.of(), 0, 0, Duration.ZERO);
        List<String> lines = new StoryTeller(folder, () -> 0).failed(story, 40);
        assertThat(lines)
                .hasSize(StoryTeller.MAX_LINES)
                .startsWith("Seed 7 fails with 2 of its 40 events:", "event 0")
                .endsWith(
                        "event 99",
                        "=> Work waits for ever",
                        "./feedmill simulate --seed 7 --events 3,9",
                        "./feedmill check " + folder.resolve("seed-7.jsonl"));
        assertThat(folder.resolve("seed-7.jsonl")).isRegularFile();
    }

    @Test
    void aShortStoryIsToldWhole() {
        assertThat(StoryTeller.events(List.of("one", "two\nlines"), 2)).containsExactly("one", "two lines");
        assertThat(StoryTeller.events(List.of("a", "b", "c", "d", "e", "f"), 5))
                .containsExactly("a", "b", "    … 2 lines more …", "e", "f");
    }
}
