package io.feedmill.bench.scenario;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.feedmill.bench.measure.Metric;
import io.feedmill.bench.servers.Feedmill.Posts;
import io.feedmill.stack.console.Screen;
import io.feedmill.stack.console.StepFailure;
import io.feedmill.stack.graph.FollowGraph;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Stream-Framework, our Python files in its installation: each run is a Python process with two Redis servers and two Celery workers. */
record StreamFramework(Path application, Path folder) {
    static final String NAME = "Stream-Framework";

    /** The default number of followers a task: {@code Manager.fanout_chunk_size}. */
    static final int CHUNK = 100;

    /** A completed fan-out, from the first call to the last delivery, and the CPU of the Celery workers' processes. */
    record Published(long delivered, double seconds, double cpuSeconds) {
        Map<Metric, Double> sample() {
            return Map.of(
                    Metric.DELIVERIES_PER_SECOND, delivered / seconds,
                    Metric.CPU_MICROS, cpuSeconds * 1e6 / delivered);
        }
    }

    private record Output(int exitCode, String text) {}

    static StreamFramework of(Path root) {
        return new StreamFramework(
                root.resolve("tools/bench/peers/stream-framework"), root.resolve(".feedmill/bench/stream-framework"));
    }

    /** Installs the missing parts, half a minute the first time. Returns a note if it cannot. */
    Optional<String> setUp(Screen screen) {
        screen.say("setting up Stream-Framework");
        Output output = run(List.of("bash", application.resolve("setup").toString(), folder.toString()));
        return output.exitCode() == 0
                ? Optional.empty()
                : Optional.of("Stream-Framework was not measured. "
                        + output.text().lines().toList().getLast());
    }

    /** Publishes, in tasks of this number of followers, and waits until all is delivered. */
    Published publish(FollowGraph graph, Posts posts, int chunk) {
        write(graph, folder.resolve("run/follows"));
        String authors = posts.authors().stream()
                .map(author -> Integer.toString(number(graph.user(author))))
                .collect(Collectors.joining(","));
        Output output = run(List.of(
                folder.resolve("venv/bin/python").toString(),
                application.resolve("driver.py").toString(),
                folder.resolve("redis-server").toString(),
                folder.resolve("run").toString(),
                authors,
                Posts.TEXT,
                "--chunk",
                Integer.toString(chunk)));
        Published published = decode(output.text());
        if (published.delivered() != posts.deliveries()) {
            throw new StepFailure("Stream-Framework delivered %,d instead of %,d."
                    .formatted(published.delivered(), posts.deliveries()));
        }
        return published;
    }

    private static Output run(List<String> command) {
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            String text = new String(process.getInputStream().readAllBytes(), UTF_8);
            return new Output(process.onExit().join().exitValue(), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes a line {@code follower author} a follow. */
    static void write(FollowGraph graph, Path file) {
        List<String> lines = IntStream.range(0, graph.size())
                .boxed()
                .flatMap(user -> graph.followedBy(user).mapToObj(author -> number(user) + " " + number(author)))
                .toList();
        try {
            Files.createDirectories(file.getParent());
            Files.write(file, lines);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the user's id in Stream-Framework, which takes 0 for no user. */
    private static int number(int user) {
        return user + 1;
    }

    /** Decodes the last line. Throws a {@link StepFailure} with the whole output if it is not JSON. */
    static Published decode(String output) {
        try {
            return JsonMapper.shared().readValue(output.lines().reduce("", (all, line) -> line), Published.class);
        } catch (JacksonException e) {
            throw new StepFailure("Stream-Framework has failed: " + output);
        }
    }
}
