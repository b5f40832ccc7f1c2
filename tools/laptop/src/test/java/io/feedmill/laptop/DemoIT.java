package io.feedmill.laptop;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.client.FeedmillClient;
import io.feedmill.client.Job;
import io.feedmill.client.Post;
import io.feedmill.common.key.PostId;
import io.feedmill.emulators.EmulatorProcesses;
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
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** One demo for all tests: they check its output and its running stack, and the last one stops it. */
@Timeout(300)
@Tag("full")
@TestMethodOrder(OrderAnnotation.class)
class DemoIT {

    private static final int FOLLOWERS = 1_200;
    private static final int SLICE = 50;
    private static final String AUTHOR = "user-00001";

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private static Path folder = Path.of("");

    private static GraphFile file;
    private static FollowGraph graph;
    private static FeedmillCommand demo;
    private static FeedmillClient feedmill;

    private final ByteArrayOutputStream progress = new ByteArrayOutputStream();
    private final Screen screen = Screen.plain(new PrintStream(progress, true, StandardCharsets.UTF_8));

    @BeforeAll
    static void start() throws IOException {
        file = GraphFile.write(new GraphGenerator(1_300, FOLLOWERS, 1.5, 1).generate(), folder);
        graph = file.graph();
        demo = FeedmillCommand.onAnyPort(
                folder,
                FeedmillCommand.SHORT_POLLS,
                "demo",
                "--graph=" + file.file(),
                "--posts=5",
                "--slice-size=" + SLICE);
        feedmill = demo.client();
    }

    @AfterAll
    static void stop() {
        demo.close();
    }

    @Test
    @Order(1)
    void printsTheTableAndTheVerdictAndStaysUp() {
        demo.awaitOutput("console +http://127\\.0\\.0\\.1:\\d+/console/\\R +its token +\\w+\\.\\S+\\R.*stays up");
        assertThat(demo.out())
                .containsPattern("users +%,d\\R".formatted(graph.size()))
                .containsPattern("largest author +%s, 1,200 followers\\R".formatted(AUTHOR))
                .containsPattern("posts +5 by ")
                .containsPattern("deliveries +[1-9]")
                .containsPattern("seconds in all +[0-9.]+: start [0-9.]+, import ")
                .containsPattern("accepted to last delivery +p50 .*p95 .*p99 ")
                .containsPattern(
                        "notifications +200 reactions and 50 mentions read back by [0-9]+ users in [0-9.]+ s: .* 0 differences\\R")
                .containsPattern("verified: %,d home feeds read back, each of [0-9,]+ deliveries found exactly once"
                        .formatted(graph.size()))
                .doesNotContain("NOT");
        assertThat(demo.err()).isEmpty();
    }

    @Test
    @Order(2)
    void showsTheFanoutOfTheLargestAuthorInItsManySlices() {
        Job job = feedmill.as(AUTHOR).getFanout(demo.awaitOutput("/v1/posts/(\\w+)/fanout"), null);
        assertThat(job.slices()).isEqualTo(FOLLOWERS / SLICE);
        assertThat(job.delivered()).isEqualTo(FOLLOWERS);
    }

    @Test
    @Order(3)
    void findsTheMissingRow() {
        RunSteps steps = new RunSteps(feedmill, screen);
        Run run = steps.publish(graph, 2);
        Map<String, Job> jobs = steps.await(run, Duration.ofMinutes(1));
        String reader = graph.id(user(follows -> follows));
        Post post = run.posts().all().stream()
                .filter(published -> published.author().equals(AUTHOR))
                .findFirst()
                .orElseThrow();
        deleteFromHomeFeed(reader, post);
        Findings findings = steps.verify(run, jobs, new Findings());
        assertThat(findings.count()).isEqualTo(1);
        assertThat(findings.first()).containsExactly("The home feed of %s lacks post %s.".formatted(reader, post.id()));
    }

    @Test
    @Order(4)
    void failsOverAFollowerWhomTheGraphDoesNotKnow() throws Exception {
        String stranger = graph.id(user(follows -> !follows));
        feedmill.follow(stranger, AUTHOR);
        try (FeedmillCommand second = FeedmillCommand.start(
                folder, "demo", "--api=" + demo.url("API"), "--graph=" + file.file(), "--posts=1")) {
            EndedCommand.await(second, 1)
                    .assertOut()
                    .contains("NOT as it should be, 3 differences:")
                    .contains("has expected 1201 instead of 1200.")
                    .contains("deliveries grew by 1201 instead of 1200.")
                    .containsPattern(
                            "The home feed of %s has post \\w+, which does not belong there".formatted(stranger));
        }
    }

    @Test
    @Order(6)
    void stopsInOrderOnASignal() throws Exception {
        List<ProcessHandle> children = demo.children();
        assertThat(children).hasSize(4);
        demo.signal("TERM");
        EndedCommand ended = EndedCommand.await(demo, 0);
        ended.assertOut().endsWith("stopping…%n".formatted());
        ended.assertErr().isEmpty();
        assertThat(children).noneMatch(ProcessHandle::isAlive);
    }

    /** Returns the first user, except for the author, who follows the author or does not. */
    private static int user(Predicate<Boolean> wanted) {
        return IntStream.range(0, graph.size())
                .filter(user -> !graph.id(user).equals(AUTHOR))
                .filter(user ->
                        wanted.test(graph.followedBy(user).mapToObj(graph::id).anyMatch(AUTHOR::equals)))
                .findFirst()
                .orElseThrow();
    }

    private static void deleteFromHomeFeed(String reader, Post post) {
        var credentials = StaticCredentialsProvider.create(AwsBasicCredentials.create("feedmill", "feedmill"));
        Map<String, AttributeValue> key = Map.of(
                "pk", AttributeValue.fromS("home:" + reader),
                "sk", AttributeValue.fromS(PostId.parse(post.id()).feedKey().value()));
        try (DynamoDbClient dynamoDb = DynamoDbClient.builder()
                .endpointOverride(demo.url("DynamoDB"))
                .region(Region.of(EmulatorProcesses.REGION))
                .credentialsProvider(credentials)
                .build()) {
            dynamoDb.deleteItem(row -> row.tableName("feedmill-homes").key(key));
        }
    }
}
