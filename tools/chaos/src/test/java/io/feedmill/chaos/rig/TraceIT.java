package io.feedmill.chaos.rig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feedmill.chaos.rig.SpanReceiver.Received;
import io.feedmill.client.Post;
import io.feedmill.client.Post.NewPost;
import io.feedmill.faults.protocol.DenialError;
import io.feedmill.faults.script.Fault;
import io.feedmill.faults.script.FaultKind;
import io.feedmill.faults.script.Rule;
import io.feedmill.faults.script.Script;
import io.feedmill.stack.FeedmillCommand;
import io.feedmill.stack.Workspace;
import io.feedmill.stack.console.Screen;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** The traces that an API and a worker export. */
@Tag("full")
@Timeout(300)
class TraceIT {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final String WRITE = "BatchWriteItem";
    private static final String AUTHOR = "traced-author";
    private static final String TEXT = "a-text-of-nobody-else";
    private static final int FOLLOWERS = 3_000;
    private static final int SLICE = 100;

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private static Path folder = Path.of("");

    @AutoClose
    private static SpanReceiver receiver;

    @AutoClose
    private static Rig rig;

    @BeforeAll
    static void start() throws IOException {
        receiver = new SpanReceiver();
        Rig.Settings settings = Rig.Settings.of(1, SLICE)
                .with(Map.of(
                        "MANAGEMENT_OPENTELEMETRY_TRACING_EXPORT_OTLP_ENDPOINT", receiver.endpoint(),
                        "MANAGEMENT_OPENTELEMETRY_TRACING_EXPORT_SCHEDULE_DELAY", "200ms",
                        "MANAGEMENT_TRACING_SAMPLING_PROBABILITY", "1"));
        rig = Rig.start(settings, new Workspace(FeedmillCommand.workspace(folder)), Screen.plain(System.out));
    }

    /** Publishes to all followers while the worker may not write home feeds for a moment: it requeues its first slices. */
    private static Post publish() {
        rig.feedmill()
                .admin()
                .importFollows(BodyPublishers.ofString(IntStream.range(0, FOLLOWERS)
                        .mapToObj("f%04d "::formatted)
                        .map(follower -> follower + AUTHOR + "\n")
                        .collect(Collectors.joining())));
        rig.inject(
                Side.STORE,
                Script.of(1, Rule.of(new Fault.Deny(DenialError.ACCESS_DENIED)).onOperations(WRITE)));
        Post post = rig.feedmill().as(AUTHOR).publishPost(new NewPost(AUTHOR, TEXT));
        await().atMost(PATIENCE)
                .until(() -> rig.statistics(Side.STORE).operation(WRITE).injected(FaultKind.DENY) > 0);
        rig.recover();
        await().atMost(PATIENCE)
                .until(() ->
                        rig.feedmill().as(AUTHOR).getFanout(post.id(), null).isComplete());
        return post;
    }

    /** Returns all spans of the traces in which one is about the post. */
    private static List<Received> about(Post post) {
        List<Received> all = receiver.spans();
        Set<String> traces = all.stream()
                .filter(span -> span.attribute("post").equals(post.id()))
                .map(Received::trace)
                .collect(Collectors.toSet());
        return all.stream().filter(span -> traces.contains(span.trace())).toList();
    }

    private static Stream<Received> slices(List<Received> spans) {
        return spans.stream().filter(span -> span.name().equals("deliver"));
    }

    private static List<Integer> delivered(List<Received> spans) {
        return slices(spans)
                .filter(span -> span.attribute("requeued").isEmpty())
                .map(span -> Integer.valueOf(span.attribute("slice")))
                .sorted()
                .distinct()
                .toList();
    }

    @Test
    void thePublishCallAndAllItsSlicesAreOneTree() throws IOException {
        Post post = publish();
        List<Integer> numbers =
                IntStream.rangeClosed(1, FOLLOWERS / SLICE).boxed().toList();
        await().atMost(PATIENCE)
                .until(() -> delivered(about(post)).equals(numbers)
                        && about(post).stream().anyMatch(span -> span.name().startsWith("POST")));
        List<Received> trace = about(post);
        String tree = SpanReceiver.tree(trace);
        Files.writeString(Path.of("target", "trace.txt"), tree);

        assertThat(trace.stream().filter(span -> span.parent().isEmpty()))
                .as(tree)
                .singleElement()
                .satisfies(root -> assertThat(root.name()).isEqualTo("POST /v1/posts"));
        Set<String> ids = trace.stream().map(Received::id).collect(Collectors.toSet());
        assertThat(trace.stream().map(Received::parent).filter(parent -> !parent.isEmpty()))
                .as(tree)
                .isSubsetOf(ids);
        assertThat(slices(trace)).as(tree).anySatisfy(span -> {
            assertThat(span.attribute("requeued")).isEqualTo("forbidden");
            assertThat(trace).anySatisfy(next -> {
                assertThat(next.parent()).isEqualTo(span.id());
                assertThat(next.attribute("slice")).isEqualTo(span.attribute("slice"));
                assertThat(next.attribute("attempt")).isEqualTo("1");
            });
        });
        assertThat(slices(trace))
                .as(tree)
                .allSatisfy(span -> assertThat(span.attribute("storage.calls")).matches("[1-9][0-9]*"));
        assertThat(trace).extracting(Received::name).contains("plan", "TransactWriteItems", "SendMessage");
        assertThat(tree).doesNotContain(AUTHOR, TEXT, "f0000");
        assertLogged(trace.getFirst().trace());
    }

    /** They run side by side, in threads of their own. */
    @Test
    void allReadsOfAHomePageAreInItsTrace() {
        rig.feedmill().as("a-reader").homeFeed("a-reader", 50, null, null, null);
        await().atMost(PATIENCE).untilAsserted(() -> {
            List<Received> all = receiver.spans();
            assertThat(all)
                    .filteredOn(span -> span.name().equals("GET /v1/feeds/home/{user}"))
                    .anySatisfy(page -> assertThat(all)
                            .filteredOn(span -> span.parent().equals(page.id()))
                            .extracting(span -> span.attribute("on"))
                            .contains("feedmill-homes", "feedmill-readers"));
        });
    }

    private static void assertLogged(String trace) throws IOException {
        for (String process : List.of("api", "worker")) {
            try (Stream<Path> logs = Files.list(rig.logs())) {
                Path log = logs.filter(file -> file.getFileName().toString().matches(process + ".*\\.log"))
                        .findFirst()
                        .orElseThrow();
                assertThat(Files.readAllLines(log))
                        .anySatisfy(line -> assertThat(line).contains("\"trace\":{\"id\":\"" + trace + "\"}"));
            }
        }
    }
}
