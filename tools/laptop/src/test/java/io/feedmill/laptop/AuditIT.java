package io.feedmill.laptop;

import static io.feedmill.laptop.AuditedStack.audit;
import static io.feedmill.laptop.AuditedStack.report;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feedmill.client.FeedmillClient;
import io.feedmill.client.Job;
import io.feedmill.client.Post;
import io.feedmill.client.Post.AuthorCounters;
import io.feedmill.client.Post.NewPost;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.Ticks;
import io.feedmill.laptop.AuditedStack.Report;
import io.feedmill.stack.FeedmillCommand;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The audit of an embedded stack whose tables the test changes: it finds each change, and its repair writes what is missing. No other test publishes there. */
@Timeout(180)
@Tag("full")
class AuditIT {
    private static final int FOLLOWERS = 230;
    private static final String HOMES = "feedmill-homes";

    private static FeedmillClient feedmill;
    private static DynamoDbClient dynamoDb;
    private static List<PostId> posts;
    private static PostId unknown;
    private static List<Map<String, AttributeValue>> changedRows;
    private static AuthorCounters counters;

    @BeforeAll
    static void start() throws IOException {
        feedmill = SharedStack.get().client();
        dynamoDb = AuditedStack.dynamoDb();
        String follows =
                IntStream.range(0, FOLLOWERS).mapToObj(i -> user(i) + " ann\n").collect(Collectors.joining());
        feedmill.admin().importFollows(BodyPublishers.ofString(follows));
        posts = Stream.of("one", "two", "three").map(AuditIT::publish).toList();
        counters = feedmill.getAuthorCounters("ann");
        unknown = PostId.create(Ticks.ofInstant(Instant.now()), new Random());
        changedRows = List.of(
                row("ann", posts.getFirst()),
                row(user(7), posts.getFirst()),
                row(user(229), posts.getFirst()),
                row(user(99), posts.getLast()));
    }

    /** Each test starts with the rows as they were delivered. */
    @BeforeEach
    void restoreRows() {
        changedRows.forEach(row -> dynamoDb.putItem(r -> r.tableName(HOMES).item(row)));
        dynamoDb.deleteItem(r -> r.tableName(HOMES).key(key(user(3), unknown)));
        dynamoDb.deleteItem(r -> r.tableName("feedmill-readers").key(hiddenKey(user(5))));
        dynamoDb.scan(r -> r.tableName("feedmill-outbox")).items().stream()
                .filter(row ->
                        row.containsKey("kind") && AttributeValue.fromS("ann").equals(row.get("author")))
                .map(row -> Map.of("pk", row.get("pk"), "sk", row.get("sk")))
                .forEach(row ->
                        dynamoDb.deleteItem(r -> r.tableName("feedmill-outbox").key(row)));
    }

    @AfterAll
    static void stop() {
        dynamoDb.close();
    }

    private static String user(int i) {
        return "user-%03d".formatted(i);
    }

    /** Publishes, and waits for the end of its fan-out. */
    private static PostId publish(String text) {
        Post post = feedmill.publishPost(new NewPost("ann", text), text);
        await().atMost(Duration.ofMinutes(1))
                .until(() -> feedmill.as("ann").getFanout(post.id(), null).isComplete());
        return PostId.parse(post.id());
    }

    private static Map<String, AttributeValue> key(String user, PostId post) {
        return Map.of(
                "pk", AttributeValue.fromS("home:" + user),
                "sk", AttributeValue.fromS(post.feedKey().value()));
    }

    private static Map<String, AttributeValue> row(String user, PostId post) {
        return dynamoDb.getItem(r -> r.tableName(HOMES).key(key(user, post)).consistentRead(true))
                .item();
    }

    /** Hides ann as an unfollow does whose outbox row is lost. */
    private static void hide(String user) {
        Map<String, AttributeValue> hidden = new TreeMap<>(hiddenKey(user));
        hidden.put("tick", AttributeValue.fromN(Long.toString(posts.getFirst().tick())));
        dynamoDb.putItem(r -> r.tableName("feedmill-readers").item(hidden));
    }

    private static Map<String, AttributeValue> hiddenKey(String user) {
        return Map.of("pk", AttributeValue.fromS(user), "sk", AttributeValue.fromS("hidden#ann"));
    }

    private static List<String> lacking(PostId post) {
        return Stream.concat(Stream.of("ann"), IntStream.range(0, FOLLOWERS).mapToObj(AuditIT::user))
                .filter(user -> row(user, post).isEmpty())
                .toList();
    }

    @Test
    void anUntouchedStackIsClean() throws Exception {
        Report report = report(0, "--author=ann", "--extras");
        report.assertCount("findings").isZero();
        report.assertCount("items").isEqualTo(3 * (FOLLOWERS + 1));
        report.assertCount("scanned").isEqualTo(3 * (FOLLOWERS + 1));
        report.assertCount("notJudged").isZero();
        assertThat(report.json().path("readUnits").asDouble()).isGreaterThan(3 * FOLLOWERS / 2.0);
    }

    /** Deletes three rows, the author's own among them; gives one another text; adds one row of an unknown post. */
    private static void changeRows() {
        for (String user : List.of("ann", user(7), user(229))) {
            dynamoDb.deleteItem(r -> r.tableName(HOMES).key(key(user, posts.getFirst())));
        }
        dynamoDb.updateItem(r -> r.tableName(HOMES)
                .key(key(user(99), posts.getLast()))
                .updateExpression("SET #text = :text")
                .expressionAttributeNames(Map.of("#text", "text"))
                .expressionAttributeValues(Map.of(":text", AttributeValue.fromS("forged"))));
        Map<String, AttributeValue> extra = new TreeMap<>(row(user(3), posts.getFirst()));
        extra.putAll(key(user(3), unknown));
        extra.put("post", AttributeValue.fromS(unknown.value()));
        dynamoDb.putItem(r -> r.tableName(HOMES).item(extra));
    }

    @Test
    void findsExactlyWhatTheTestChanged() throws Exception {
        changeRows();
        Report report = report(1, "--all", "--segments=4");
        report.assertCount("findings").isEqualTo(5);
        report.assertUsers("MISSING").containsExactly("ann", user(7), user(229));
        report.assertUsers("STALE").containsExactly(user(99));
        report.assertUsers("EXTRA").containsExactly(user(3));
        report.assertCount("sentItems").isZero();
    }

    @Test
    void aStoppedAuditContinues() throws Exception {
        changeRows();
        try (FeedmillCommand slow = audit("--author=ann", "--read-units=4", "--segments=2")) {
            slow.awaitOutput("auditing author ann");
            await().atMost(Duration.ofMinutes(1)).until(() -> !states().isEmpty());
            slow.signal("TERM");
            EndedCommand stopped = EndedCommand.await(slow, 1);
            stopped.assertOut().endsWith("stopped; the same command continues%n".formatted());
            stopped.assertErr().isEmpty();
        }
        assertThat(states()).hasSize(1);
        try (FeedmillCommand other = audit("--author=ann")) {
            EndedCommand refused = EndedCommand.await(other, 2);
            refused.assertErr()
                    .startsWith(states().getFirst() + " has the state of an audit of 2 segments: ")
                    .hasLineCount(1);
            refused.assertOut().isEmpty();
        }
        try (FeedmillCommand again = audit("--author=ann", "--segments=2")) {
            EndedCommand.await(again, 1)
                    .assertOut()
                    .startsWith("continuing with author ann")
                    .containsPattern("missing +3\\R")
                    .containsPattern("stale +1\\R")
                    .containsPattern("extra +0\\R")
                    .contains("NOT clean, 4 findings:", "The home feed of user-007 lacks post");
        }
        assertThat(states()).isEmpty();
    }

    private static List<Path> states() {
        Path states = SharedStack.folder().resolve(".feedmill/audit");
        if (!Files.exists(states)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(states)) {
            return files.filter(file -> file.toString().endsWith(".json")).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aRepairMendsWhatIsMissingAndMovesNoCount() throws Exception {
        changeRows();
        Report report = report(1, "--author=ann", "--repair");
        report.assertCount("sentItems").isEqualTo(4);
        await().atMost(Duration.ofMinutes(1)).untilAsserted(() -> {
            assertThat(List.of("ann", user(7), user(229)))
                    .as(report.command().toString())
                    .allSatisfy(user -> assertThat(row(user, posts.getFirst())).isNotEmpty());
            assertThat(row(user(99), posts.getLast()).get("text"))
                    .as(report.command().toString())
                    .isEqualTo(AttributeValue.fromS("three"));
        });
        assertThat(lacking(posts.getFirst())).isEmpty();
        hide(user(5));
        Report after = report(1, "--all", "--repair", "--repair-extras");
        after.assertCount("findings").isEqualTo(2);
        after.assertUsers("EXTRA").containsExactly(user(3));
        after.assertUsers("HIDDEN").containsExactly(user(5));
        after.assertCount("sentItems").isZero();
        await().atMost(Duration.ofMinutes(1))
                .untilAsserted(() -> assertThat(row(user(3), unknown))
                        .as(after.command().toString())
                        .isEmpty());
        report(0, "--author=ann", "--extras").assertCount("openPairs").isEqualTo(1);
        assertThat(feedmill.getAuthorCounters("ann"))
                .isEqualTo(counters)
                .returns(3L, AuthorCounters::posts)
                .returns(3L * FOLLOWERS, AuthorCounters::deliveries);
        assertThat(posts)
                .extracting(post -> feedmill.as("ann").getFanout(post.value(), null))
                .allSatisfy(job -> assertThat(job.delivered()).isEqualTo(FOLLOWERS))
                .extracting(Job::isComplete)
                .containsOnly(true);
        assertThat(row("ann", posts.getFirst()).get("via")).isEqualTo(AttributeValue.fromS("self"));
    }

    @Test
    void anAbsentTableIsOneSentence() throws Exception {
        Map<String, String> elsewhere = new TreeMap<>(AuditedStack.environment());
        elsewhere.put("FEEDMILL_TABLES_PREFIX", "other-");
        try (FeedmillCommand audit = FeedmillCommand.start(SharedStack.folder(), elsewhere, "audit", "--all")) {
            EndedCommand ended = EndedCommand.await(audit, 1);
            ended.assertErr()
                    .startsWith("Feedmill's tables cannot be reached: ")
                    .hasLineCount(1);
            ended.assertOut().isEmpty();
        }
    }
}
