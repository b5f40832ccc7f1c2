package io.feedmill.bench.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;
import static org.awaitility.Awaitility.await;

import io.feedmill.bench.sdk.BareCalls;
import io.feedmill.bench.sdk.Deliveries;
import io.feedmill.bench.servers.Endpoints;
import io.feedmill.bench.servers.Feedmill;
import io.feedmill.bench.servers.Feedmill.Posts;
import io.feedmill.bench.servers.ReadUnits;
import io.feedmill.cli.FeedmillCli;
import io.feedmill.client.FeedmillClient;
import io.feedmill.client.Post;
import io.feedmill.client.Post.NewPost;
import io.feedmill.common.dynamo.Attributes;
import io.feedmill.common.dynamo.BatchWriter;
import io.feedmill.common.follow.FollowRows;
import io.feedmill.common.key.Ticks;
import io.feedmill.emulators.EmulatorProcesses;
import io.feedmill.faults.FaultProxy;
import io.feedmill.stack.Platform;
import io.feedmill.stack.StorageAccess;
import io.feedmill.stack.Workspace;
import io.feedmill.stack.console.Screen;
import io.feedmill.testkit.server.AwsProperties;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Gatherers;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What {@code estimate} says of a load, and what proxies count while an API and a worker do it. */
@Tag("full")
@Timeout(600)
class EstimateIT {
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final double DAY = Duration.ofDays(1).toSeconds();
    private static final double PERCENT = 10;
    private static final int CALLERS = 4;
    private static final Screen SCREEN = Screen.plain(System.out);

    /** Read by schedules, which a busy machine delays. */
    private static final Set<String> READ_BY_TIME =
            Set.of("feedmill-outbox", "feedmill-recalls", "feedmill-reports", "feedmill-ledger");

    private static final Set<String> SCHEDULES = Set.of("idle APIs", "idle workers", "sweep and reports");

    @TempDir
    private Path folder = Path.of("");

    private static Platform platform;
    private static FaultProxy writeProxy;
    private static ReadUnits readProxy;
    private static Feedmill feedmill;
    private static StorageAccess storage;

    @BeforeAll
    static void start() {
        platform = new Setting(Workspace.configured(), SCREEN, true).platform();
        writeProxy = FaultProxy.start(platform.servers().dynamoDb().endpoint(), BillScenario.COUNTS_UNITS, 0);
        EmulatorProcesses servers = platform.servers();
        readProxy = new ReadUnits(
                new Endpoints(writeProxy.endpoint(), servers.queues().endpoint()), READ_BY_TIME);
        feedmill = Feedmill.start(platform, readProxy.endpoints(), 1, Feedmill.SWEEPS);
        storage = StorageAccess.of(platform);
    }

    @AfterAll
    static void stop() {
        storage.close();
        feedmill.close();
        readProxy.close();
        writeProxy.close();
        platform.close();
    }

    /** The units that a load took. */
    private record Metered(double writes, double reads, double seconds) {

        static Metered of(Runnable load) {
            long before = BillScenario.units(writeProxy.statistics());
            long began = System.nanoTime();
            double read = readProxy.of(() -> {
                load.run();
                await().atMost(PATIENCE).pollInterval(Duration.ofMillis(100)).until(() -> storage.openWork(false) == 0);
            });
            double seconds = (System.nanoTime() - began) / 1e9;
            return new Metered(BillScenario.units(writeProxy.statistics()) - before, read, seconds);
        }

        String perDay(int number) {
            return Double.toString(number * DAY / seconds);
        }

        /** Compares it with the estimate of a day at this rate. */
        void assertEstimated(String load, Stream<String> options) {
            StringWriter out = new StringWriter();
            String[] words = Stream.concat(Stream.of("estimate", "--json", "--apis=1", "--workers=1"), options)
                    .toArray(String[]::new);
            assertThat(FeedmillCli.commands().setOut(new PrintWriter(out)).execute(words))
                    .isZero();
            JsonNode estimate = JsonMapper.shared().readTree(out.toString());
            double write = estimate.at("/rates/writeUnits/perDay").asDouble() * seconds / DAY;
            double read = estimate.get("parts")
                            .valueStream()
                            .filter(part -> !SCHEDULES.contains(part.get("part").asString()))
                            .mapToDouble(part -> part.get("readUnits").asDouble())
                            .sum()
                    * seconds
                    / DAY;
            SCREEN.say("%s, %.1f s: write units %,.0f estimated, %,.0f metered; read units %,.0f, %,.0f"
                    .formatted(load, seconds, write, writes, read, reads));
            assertThat(write).as("write units").isCloseTo(writes, withinPercentage(PERCENT));
            assertThat(read).as("read units").isCloseTo(reads, withinPercentage(PERCENT));
        }
    }

    private static String id(String kind, int number) {
        return "%s-%06d".formatted(kind, number);
    }

    private static List<String> ids(String kind, int count) {
        return IntStream.range(0, count).mapToObj(number -> id(kind, number)).toList();
    }

    /** Stores the follows as calls do, without the posts that these bring, and returns the option that names their file. */
    private String follows(List<String> lines) throws IOException {
        Path file = Files.write(folder.resolve("follows.txt"), lines);
        URI endpoint = platform.servers().dynamoDb().endpoint();
        try (DynamoDbClient client = AwsProperties.dynamo(endpoint, List.of())) {
            lines.stream()
                    .map(line -> List.of(line.split(" ", 2)))
                    .flatMap(follow -> Stream.of(
                            row("followers:" + follow.getLast(), follow.getFirst()),
                            row("following:" + follow.getFirst(), follow.getLast())))
                    .map(BatchWriter::put)
                    .gather(Gatherers.windowFixed(BatchWriter.BATCH))
                    .forEach(batch -> client.batchWriteItem(
                            r -> r.requestItems(Map.of("feedmill-" + FollowRows.TABLE.suffix(), batch))));
        }
        return "--follows=" + file;
    }

    private static Map<String, AttributeValue> row(String pk, String sk) {
        long tick = 1_700_000_000_000_000_001L;
        return Attributes.key(pk, sk).number("since", tick).number("tick", tick);
    }

    private static List<Post> publish(List<String> authors) {
        return authors.stream()
                .gather(Gatherers.mapConcurrent(
                        CALLERS, author -> feedmill.client().publishPost(new NewPost(author, Posts.TEXT))))
                .toList();
    }

    private static FeedmillClient of(Post post) {
        return feedmill.client().as(post.author());
    }

    @Test
    void manyPostsToFewFollowersSomeEditedAndSomeRetracted() throws IOException {
        List<String> users = ids("small", 30);
        String follows = follows(IntStream.range(0, 300)
                .mapToObj(n -> users.get(n / 10) + " " + users.get((n / 10 + 1 + n % 10) % users.size()))
                .toList());
        int rounds = 12;
        List<String> authors =
                Stream.generate(() -> users).limit(rounds).flatMap(List::stream).toList();
        List<Post> earlier = publish(users);
        await().atMost(PATIENCE).until(() -> storage.openWork(false) == 0);
        Metered metered = Metered.of(() -> {
            publish(authors);
            earlier.subList(0, 20).forEach(post -> of(post).editPost(post.id(), 1, Posts.TEXT + "!", null, null));
            earlier.subList(20, 30).forEach(post -> of(post).retractPost(post.id()));
        });
        metered.assertEstimated(
                "many posts to 10 followers",
                Stream.of(
                        "--users=30",
                        follows,
                        "--posts-per-day=" + metered.perDay(authors.size()),
                        "--edits-per-day=" + metered.perDay(20),
                        "--retractions-per-day=" + metered.perDay(10),
                        "--pages-per-day=0"));
    }

    @Test
    void fewPostsToManyFollowersInSlices() throws IOException {
        int followers = 5_500;
        String author = id("large", 0);
        String follows = follows(ids("xread", followers).stream()
                .map(user -> user + " " + author)
                .toList());
        List<String> authors = Stream.generate(() -> author).limit(8).toList();
        Metered metered = Metered.of(() -> publish(authors));
        metered.assertEstimated(
                "few posts to 5,500 followers",
                Stream.of(
                        "--users=" + (followers + 1),
                        follows,
                        "--posters=followers",
                        "--on-read-from=0",
                        "--posts-per-day=" + metered.perDay(authors.size()),
                        "--pages-per-day=0"));
    }

    @Test
    void pagesWithAuthorsOnReadBesidePosts() throws IOException {
        List<String> readers = ids("pread", 60);
        List<String> listed = ids("onrea", 5);
        String probe = id("probe", 0); // its pushed posts would fill the newest rows of an author whom readers follow
        List<String> pushed = ids("pushd", 30);
        String follows = follows(Stream.concat(
                        readers.stream().flatMap(reader -> listed.stream().map(author -> reader + " " + author)),
                        IntStream.range(0, 300).mapToObj(n -> readers.get(n % 60) + " " + pushed.get(n / 10)))
                .toList());
        List<String> authors =
                Stream.of(readers, listed, pushed).flatMap(List::stream).toList();
        try (BareCalls bare = new BareCalls(Endpoints.of(platform.servers()))) {
            bare.write(new Deliveries(readers, 60), listed);
            bare.list(Stream.concat(listed.stream(), Stream.of(probe)).toList(), false);
            long now = Ticks.ofInstant(Instant.now());
            bare.seen(readers.stream().collect(Collectors.toMap(reader -> reader, reader -> now)));
        }
        await().atMost(PATIENCE).pollInterval(Duration.ofSeconds(2)).until(() -> isOnRead(probe));
        // Heads hold from a minute after the entries were read last, 5 s after their notices.
        await().pollDelay(Duration.ofSeconds(40)).atMost(PATIENCE).until(() -> storage.openWork(false) == 0);
        List<String> pages =
                Stream.generate(() -> readers).limit(15).flatMap(List::stream).toList();
        Metered metered = Metered.of(() -> {
            publish(authors);
            pages.stream()
                    .gather(Gatherers.mapConcurrent(
                            CALLERS, reader -> feedmill.client().homeFeed(reader, 50, null, null, null)))
                    .forEach(page -> assertThat(page.items()).hasSize(50));
        });
        metered.assertEstimated(
                "pages with 5 authors on read",
                Stream.of(
                        "--users=" + authors.size(),
                        follows,
                        "--on-read-from=50",
                        "--session=15",
                        "--posts-per-day=" + metered.perDay(authors.size()),
                        "--pages-per-day=" + metered.perDay(pages.size())));
    }

    private static boolean isOnRead(String author) {
        Post post = publish(List.of(author)).getFirst();
        return "on-read".equals(of(post).getFanout(post.id(), null).mode());
    }
}
