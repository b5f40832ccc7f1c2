package io.feedmill.chaos.scenario;

import io.feedmill.chaos.fuzz.Accepted;
import io.feedmill.chaos.fuzz.CallFuzz;
import io.feedmill.chaos.fuzz.CallFuzz.Result;
import io.feedmill.chaos.fuzz.CallInventory;
import io.feedmill.chaos.fuzz.Fixtures;
import io.feedmill.chaos.fuzz.FuzzSetup;
import io.feedmill.chaos.fuzz.KnownJobs;
import io.feedmill.chaos.fuzz.MessageFuzz;
import io.feedmill.chaos.fuzz.MessageFuzz.Outcome;
import io.feedmill.chaos.rig.Rig;
import io.feedmill.chaos.run.RigRun;
import io.feedmill.client.Job;
import io.feedmill.client.Post;
import io.feedmill.stack.console.StepFailure;
import io.feedmill.stack.graph.FollowGraph;
import io.feedmill.stack.load.Run;
import io.feedmill.stack.verify.Posts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "fuzz",
        description = {
            "Sends malformed and valid requests to every call of the API, then malformed and valid messages to every queue,",
            "by a seed; then waits until all work is done and reads everything back."
        })
public final class FuzzScenario extends Scenario {
    private static final int MAX_SEED = 1_000_000;
    private static final int MAX_CASES = 10_000_000;
    private static final int SLICE_SIZE = 10;
    private static final Duration MAX_WAIT = Duration.ofSeconds(60);
    private static final Pattern ERROR = Pattern.compile("\"level\":\"ERROR\"|^\\S+ +ERROR ");
    private static final String NO_MARKER = "no text has this";

    @Option(names = "--seed", paramLabel = "S", description = "Seed of all cases (default: a new one).")
    private long seed = new Random().nextInt(MAX_SEED);

    @Option(names = "--calls", paramLabel = "N", description = "Number of requests (${DEFAULT-VALUE}).")
    private int calls = 16_000;

    @Option(names = "--messages", paramLabel = "N", description = "Number of messages (${DEFAULT-VALUE}).")
    private int messages = 4_000;

    @Option(names = "--call", paramLabel = "N", description = "Sends only the request of this number.")
    private @Nullable Integer call;

    @Option(names = "--message", paramLabel = "N", description = "Sends only the message of this number.")
    private @Nullable Integer message;

    @Override
    void checkOptions() {
        require(calls >= 0 && calls <= MAX_CASES, "--calls must be 0 to 10000000.");
        require(messages >= 0 && messages <= MAX_CASES, "--messages must be 0 to 10000000.");
    }

    @Override
    Rig.Settings settings() {
        return Rig.Settings.of(workers(), SLICE_SIZE)
                .with(Map.of(
                        "FEEDMILL_LISTENERS_NEWER_VERSIONS", "1s",
                        "MANAGEMENT_ENDPOINTS_WEB_EXPOSURE_INCLUDE", "health,prometheus,mappings"))
                .quick();
    }

    @Override
    String verified() {
        return "every request answered as it should be, every message handled or dead-lettered, no accepted post lost";
    }

    /** The run has compared dead-letter messages with its messages. */
    @Override
    List<String> deadLetters(RigRun run) {
        return List.of();
    }

    @Override
    void run(RigRun run) {
        run.screen().say("seed %d".formatted(seed));
        requireEveryCall(run);
        FollowGraph graph = FuzzSetup.graph();
        FuzzSetup setup = new FuzzSetup(run.rig());
        run.steps().importGraph(graph);
        List<Post> first = setup.publish();
        run.await(Run.onFresh(graph, Posts.of(NO_MARKER, first)));
        Fixtures fixtures = setup.create(graph, first);

        CallFuzz callFuzz = new CallFuzz(run.rig().fleet().api().url(), seed, fixtures, run.screen());
        List<Result> results = callFuzz.run(numbers(call, message, calls));
        results.forEach(result -> run.findings().add(result.findings()));
        Accepted answered = Accepted.of(graph, first, fixtures, results);
        Map<String, Job> others = complete(run, answered);
        Accepted accepted = withUnanswered(run, graph, answered, results);
        others.putAll(look(run, accepted));
        KnownJobs jobs = accepted.jobs(others);

        MessageFuzz messageFuzz = new MessageFuzz(run.rig().storage().queues(), seed, jobs, run.screen());
        Outcome outcome = messageFuzz.run(numbers(message, call, messages), MAX_WAIT);
        run.findings().add(messageFuzz.findings(outcome));

        verify(run, graph, accepted, outcome);
        requireHealthy(run);
        run.screen().show(CallFuzz.table(results));
        run.screen().show(messageFuzz.table(outcome));
        if (run.findings().count() > 0) {
            run.screen()
                    .say("one case again: ./feedmill chaos fuzz --seed %d --workers %d --call N | --message N"
                            .formatted(seed, workers()));
        }
    }

    private void requireEveryCall(RigRun run) {
        try {
            Set<String> differences =
                    CallInventory.differences(run.rig().fleet().api().management());
            run.require(differences.isEmpty(), "Only the API or only the fuzzer has these calls: " + differences);
        } catch (IOException e) {
            throw new StepFailure("Cannot read the calls of the API: " + e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StepFailure("Interrupted.");
        }
    }

    private static List<Integer> numbers(@Nullable Integer only, @Nullable Integer otherOnly, int count) {
        if (only != null) {
            return List.of(only);
        }
        return IntStream.rangeClosed(1, otherOnly == null ? count : 0).boxed().toList();
    }

    /** A request to publish whose answer was lost, or that failed for now, may have been accepted. */
    private static Accepted withUnanswered(RigRun run, FollowGraph graph, Accepted answered, List<Result> results) {
        List<Post> posts = answered.unanswered(graph, run.rig().feedmill());
        long lost = results.stream().filter(Result::mayHavePublished).count();
        run.require(
                posts.size() <= lost,
                "%d posts without an answer, but only %d requests to publish had none.".formatted(posts.size(), lost));
        return answered.with(posts);
    }

    /** Waits until every other accepted post is delivered. Returns their jobs by post. */
    private static Map<String, Job> complete(RigRun run, Accepted accepted) {
        Map<String, Job> jobs = new TreeMap<>(
                run.steps().look(accepted.others(), accepted.others().size(), MAX_WAIT));
        accepted.others().keySet().forEach(post -> {
            Job job = Objects.requireNonNull(jobs.get(post));
            run.require(
                    job.isComplete() && job.delivered() + job.skipped() == job.expected(),
                    "The fan-out of post %s is not complete: %s".formatted(post, job));
        });
        return jobs;
    }

    private static Map<String, Job> look(RigRun run, Accepted accepted) {
        Map<String, String> posts = Posts.of(NO_MARKER, accepted.compared()).authors();
        return run.steps().look(posts, posts.size(), MAX_WAIT);
    }

    /** Reads back what was accepted: messages for complete jobs have changed nothing but the number of views. */
    private static void verify(RigRun run, FollowGraph graph, Accepted accepted, Outcome outcome) {
        run.verify(Run.onFresh(graph, Posts.of(NO_MARKER, accepted.compared())), look(run, accepted));
        Map<String, Set<String>> inMessages = MessageFuzz.viewers(outcome);
        accepted.compared().forEach(post -> {
            long views = run.rig().feedmill().getPostCounters(post.id()).views();
            int viewers = accepted.viewers(post.id(), inMessages).size();
            run.require(views == viewers, "Post %s has %d views of %d viewers.".formatted(post.id(), views, viewers));
        });
    }

    private static void requireHealthy(RigRun run) {
        run.requireNoCrash();
        Stream.concat(Stream.of(run.rig().fleet().api()), run.rig().fleet().workers().stream())
                .filter(process -> !process.isReady())
                .forEach(process -> run.findings().add(List.of(process.name() + " is not ready.")));
        try (Stream<Path> logs = Files.list(run.rig().logs())) {
            logs.filter(log -> log.getFileName().toString().matches("(api|worker).*"))
                    .forEach(log -> run.findings().add(errors(log)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> errors(Path log) {
        try (Stream<String> lines = Files.lines(log)) {
            return lines.filter(line -> ERROR.matcher(line).find())
                    .map(line ->
                            "%s has %s".formatted(log.getFileName(), line.substring(0, Math.min(600, line.length()))))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
