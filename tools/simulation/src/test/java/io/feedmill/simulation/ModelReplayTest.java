package io.feedmill.simulation;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.testkit.ProtocolRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;

/** The protocol model accepts what handlers of simulated runs do: {@code protocol/run --replay}. */
class ModelReplayTest {
    private static final JsonMapper JSON = new JsonMapper();

    @TempDir
    Path folder;

    @Test
    void acceptsARunAndRefusesItWithoutAReadOrInAnotherOrder() throws Exception {
        long seed = 1;
        while (slice(Files.readAllLines(trace(seed), UTF_8)).isEmpty()) {
            seed++;
        }
        Path run = file(seed);
        assertAccepted(List.of(run), "plan", "plan_from", "slice", "write_slice", "finish", "reconcile_write");

        assertRefused(run, calls -> calls.remove(second(calls, "FeedStore.truth")));
        assertRefused(run, calls -> {
            int read = second(calls, "FeedStore.truth");
            JsonNode write = calls.remove(read - 1);
            calls.insert(read, write);
        });
    }

    @Test
    @Tag("full")
    void acceptsRunsOfAllKindsOfHandlers() throws Exception {
        List<Path> runs = new ArrayList<>();
        for (long seed = 1; seed <= 15; seed++) {
            runs.add(trace(seed));
        }
        assertAccepted(
                runs, "plan_end", "planned", "next_page", "received_again", "look", "reconcile_write", "second_look");
    }

    private Path trace(long seed) throws IOException {
        Path file = file(seed);
        HandlerTrace trace = HandlerTrace.start(seed, file);
        try {
            assertThat(Story.run(seed, new Reached()).first()).isEmpty();
        } finally {
            trace.close();
        }
        return file;
    }

    private Path file(long seed) {
        return folder.resolve("seed-" + seed + ".jsonl");
    }

    private void assertAccepted(List<Path> runs, String... programs) throws Exception {
        ProtocolRun replayed = replay(runs);
        assertThat(replayed.exitValue()).as(replayed.printed()).isZero();
        for (String program : programs) {
            assertThat(replayed.printed()).containsPattern("\\b" + program + " [1-9]");
        }
    }

    /** The line of the first slice that was delivered at once. */
    private static OptionalInt slice(List<String> lines) {
        return IntStream.range(0, lines.size())
                .filter(i ->
                        lines.get(i).contains("JobStore.finish") && lines.get(i).contains("\"receives\":1,"))
                .findFirst();
    }

    private void assertRefused(Path run, Consumer<ArrayNode> change) throws Exception {
        List<String> lines = new ArrayList<>(Files.readAllLines(run, UTF_8));
        int slice = slice(lines).orElseThrow();
        JsonNode handler = JSON.readTree(lines.get(slice));
        change.accept((ArrayNode) handler.path("calls"));
        lines.set(slice, handler.toString());
        ProtocolRun replayed = replay(List.of(Files.write(folder.resolve("changed.jsonl"), lines, UTF_8)));
        assertThat(replayed.exitValue()).as(replayed.printed()).isEqualTo(1);
        assertThat(replayed.printed()).contains("NOT ACCEPTED: seed ", "the model wants", "observed");
    }

    private static int second(ArrayNode calls, String store) {
        return IntStream.range(0, calls.size())
                .filter(i -> calls.get(i).path("store").asString("").equals(store))
                .skip(1)
                .findFirst()
                .orElseThrow();
    }

    private static ProtocolRun replay(List<Path> runs) throws Exception {
        return ProtocolRun.of(Stream.concat(Stream.of("--replay"), runs.stream().map(Path::toString))
                .toList());
    }
}
