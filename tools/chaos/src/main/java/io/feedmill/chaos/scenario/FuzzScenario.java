package io.feedmill.chaos.scenario;

import io.feedmill.chaos.fuzz.KnownJobs;
import io.feedmill.chaos.fuzz.MessageFuzz;
import io.feedmill.chaos.fuzz.MessageFuzz.Outcome;
import io.feedmill.chaos.rig.Rig;
import io.feedmill.chaos.run.RigRun;
import io.feedmill.client.Job;
import io.feedmill.client.Post;
import io.feedmill.client.Post.NewPost;
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
import java.util.Random;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "fuzz",
        description = {
            "Sends malformed and valid messages to every queue, by a seed; then waits until all work is done and reads",
            "everything back."
        })
public final class FuzzScenario extends Scenario {
    private static final int MAX_SEED = 1_000_000;
    private static final int MAX_CASES = 10_000_000;
    private static final int SLICE_SIZE = 10;
    private static final int[] FOLLOWERS = {40, 20, 5, 0};
    private static final int POSTS_EACH = 2;
    private static final Duration MAX_WAIT = Duration.ofSeconds(60);
    private static final Pattern ERROR = Pattern.compile("\"level\":\"ERROR\"|^\\S+ +ERROR ");
    private static final String NO_MARKER = "no text has this";

    @Option(names = "--seed", paramLabel = "S", description = "Seed of all cases (default: a new one).")
    private long seed = new Random().nextInt(MAX_SEED);

    @Option(names = "--messages", paramLabel = "N", description = "Number of messages (${DEFAULT-VALUE}).")
    private int messages = 4_000;

    @Option(names = "--message", paramLabel = "N", description = "Sends only the message of this number.")
    private @Nullable Integer message;

    @Override
    void checkOptions() {
        require(messages >= 0 && messages <= MAX_CASES, "--messages must be 0 to 10000000.");
    }

    @Override
    Rig.Settings settings() {
        return Rig.Settings.of(workers(), SLICE_SIZE)
                .with(Map.of("FEEDMILL_LISTENERS_NEWER_VERSIONS", "1s"))
                .quick();
    }

    @Override
    String verified() {
        return "every message handled or dead-lettered, no accepted post lost";
    }

    /** The run has compared dead-letter messages with its messages. */
    @Override
    List<String> deadLetters(RigRun run) {
        return List.of();
    }

    @Override
    void run(RigRun run) {
        run.screen().say("seed %d".formatted(seed));
        FollowGraph graph = FollowGraph.ofAuthors(FOLLOWERS);
        run.steps().importGraph(graph);
        List<Post> posts = IntStream.range(0, FOLLOWERS.length * POSTS_EACH)
                .mapToObj(number -> new NewPost("author-" + number / POSTS_EACH, "Before " + number))
                .map(run.rig().feedmill()::publishPost)
                .toList();
        run.await(Run.onFresh(graph, Posts.of(NO_MARKER, posts)));

        KnownJobs jobs = KnownJobs.of(posts, look(run, posts));
        MessageFuzz fuzz = new MessageFuzz(run.rig().storage().queues(), seed, jobs, run.screen());
        Outcome outcome = fuzz.run(numbers(), MAX_WAIT);
        run.findings().add(fuzz.findings(outcome));

        verify(run, graph, posts, outcome);
        requireHealthy(run);
        run.screen().show(fuzz.table(outcome));
        if (run.findings().count() > 0) {
            run.screen()
                    .say("one message again: ./feedmill chaos fuzz --seed %d --workers %d --message N"
                            .formatted(seed, workers()));
        }
    }

    private List<Integer> numbers() {
        return message == null ? IntStream.rangeClosed(1, messages).boxed().toList() : List.of(message);
    }

    private static Map<String, Job> look(RigRun run, List<Post> posts) {
        return run.steps().look(Posts.of(NO_MARKER, posts).authors(), posts.size(), MAX_WAIT);
    }

    /** Reads everything back: messages for complete jobs have changed nothing but the number of views. */
    private static void verify(RigRun run, FollowGraph graph, List<Post> posts, Outcome outcome) {
        run.verify(Run.onFresh(graph, Posts.of(NO_MARKER, posts)), look(run, posts));
        Map<String, Set<String>> inMessages = MessageFuzz.viewers(outcome);
        posts.forEach(post -> {
            long views = run.rig().feedmill().getPostCounters(post.id()).views();
            int viewers = inMessages.getOrDefault(post.id(), Set.of()).size();
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
