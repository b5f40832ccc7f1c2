package io.feedmill.laptop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.feedmill.client.FeedmillClient;
import io.feedmill.client.Job;
import io.feedmill.stack.FeedmillCommand;
import io.feedmill.stack.console.Screen;
import io.feedmill.stack.graph.FollowGraph;
import io.feedmill.stack.graph.GraphGenerator;
import io.feedmill.stack.load.Run;
import io.feedmill.stack.load.RunSteps;
import io.feedmill.stack.verify.Findings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * A stack with in-memory queues is killed during fan-out, and another one starts on the same tables. The graph is small, because every write waits
 * for the disk.
 */
@Timeout(240)
@Tag("full")
class RestartIT {

    private static final FollowGraph GRAPH = new GraphGenerator(170, 150, 3.0, 1).generate();
    private static final Map<String, String> SLOW =
            Map.of("FEEDMILL_LISTENERS_CONCURRENCY", "1", "FEEDMILL_LISTENERS_STOP_TIMEOUT", "2s");
    private static final Map<String, String> IMPATIENT = Map.of(
            "FEEDMILL_RELAY_EVERY", "1s",
            "FEEDMILL_RELAY_ACCEPTED", "2s",
            "FEEDMILL_RELAY_STALLED", "5s",
            "FEEDMILL_LISTENERS_POLL_TIMEOUT", "1s");

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path folder = Path.of("");

    private final Screen screen =
            Screen.plain(new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8));

    @Test
    void theNextStackCompletesTheWorkOfAKilledOne() throws Exception {
        Run run = publishAndKill();
        try (FeedmillCommand next = start(IMPATIENT)) {
            RunSteps steps = new RunSteps(next.client(), screen);
            Map<String, Job> jobs = steps.await(run, Duration.ofMinutes(2));
            assertThat(steps.verify(run, jobs, new Findings()).first()).isEmpty();
            assertThat(resentPlans(next.url("worker"))).isPositive();
            interrupt(next);
        }
    }

    /** The queues are in memory: after the kill, only the tables contain the incomplete work. */
    private Run publishAndKill() throws IOException {
        try (FeedmillCommand first = start(SLOW)) {
            FeedmillClient feedmill = first.client();
            RunSteps steps = new RunSteps(feedmill, screen);
            steps.importGraph(GRAPH);
            Run run = steps.publish(GRAPH, 4);
            await().atMost(Duration.ofMinutes(1)).until(() -> delivered(feedmill, run) > 0);
            assertThat(delivered(feedmill, run)).isLessThan(run.deliveries());
            killTheParentOf(first);
            return run;
        }
    }

    /** Only the parent is killed: each child notices by itself that its parent is gone. */
    private static void killTheParentOf(FeedmillCommand stack) {
        List<ProcessHandle> children = stack.children();
        assertThat(children).hasSize(4);
        stack.signal("KILL");
        await().atMost(Duration.ofMinutes(1))
                .untilAsserted(() -> assertThat(children).noneMatch(ProcessHandle::isAlive));
    }

    private FeedmillCommand start(Map<String, String> environment) {
        return FeedmillCommand.onAnyPort(
                folder, environment, "local", "--slice-size=25", "--data=" + folder.resolve("data"));
    }

    private static long delivered(FeedmillClient feedmill, Run run) {
        return run.posts().all().stream()
                .map(post -> feedmill.as(post.author()).getFanout(post.id(), null))
                .mapToLong(Job::delivered)
                .sum();
    }

    private static double resentPlans(URI worker) throws Exception {
        HttpRequest scrape =
                HttpRequest.newBuilder(worker.resolve("/actuator/prometheus")).build();
        try (HttpClient http = HttpClient.newHttpClient()) {
            return http.send(scrape, BodyHandlers.ofString())
                    .body()
                    .lines()
                    .filter(line -> line.startsWith("feedmill_relay_resent_total"))
                    .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                    .sum();
        }
    }

    private static void interrupt(FeedmillCommand stack) throws Exception {
        assumeTrue(heedsInterrupts(), "a background job of a shell without job control is started with SIGINT ignored");
        List<ProcessHandle> children = stack.children();
        stack.signal("INT");
        EndedCommand.await(stack, 0).assertErr().isEmpty();
        assertThat(children).hasSize(4).noneMatch(ProcessHandle::isAlive);
    }

    /** Returns whether this process and its children heed SIGINT. Returns true if {@code /proc} is absent. */
    private static boolean heedsInterrupts() throws IOException {
        Path status = Path.of("/proc/self/status");
        try (Stream<String> lines = Files.exists(status) ? Files.lines(status) : Stream.empty()) {
            return lines.filter(line -> line.startsWith("SigIgn:"))
                    .map(line -> Long.parseUnsignedLong(
                            line.substring("SigIgn:".length()).strip(), 16))
                    .noneMatch(ignored -> (ignored & 1L << 1) != 0);
        }
    }
}
