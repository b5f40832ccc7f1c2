package io.feedmill.cli.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.cli.FeedmillCli;
import io.feedmill.cli.call.CallCommands.ProgressBar;
import io.feedmill.cli.deadletter.StubAdmin;
import io.feedmill.cli.token.SigningKey;
import io.feedmill.cli.token.StackFiles;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The commands that call the API, against a stub whose token is that of an embedded stack. */
class CallCommandsTest {
    private static final String POST = """
            {"id": "p1", "author": "ann", "text": "hello", "createdAt": "2026-03-01T12:00:00Z", "version": 1}""";
    private static final String JOB = """
            {"job": "p1", "cause": "publication", "state": "%s", "expected": 30, "delivered": %d, "skipped": 1,
             "skippedBy": {"blocked": 1}, "slices": 3, "pendingSlices": %d, "acceptedAt": "2026-03-01T12:00:00Z"%s}""";

    @TempDir
    private Path folder = Path.of("");

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final @Nullable String root = System.getProperty(StackFiles.PROPERTY);
    private final StubAdmin api;

    CallCommandsTest() throws IOException {
        api = new StubAdmin();
    }

    @BeforeEach
    void pretendsToBeAStack() throws IOException {
        System.setProperty(StackFiles.PROPERTY, folder.toString());
        StackFiles files = StackFiles.configured();
        SigningKey.in(files.keys(api.url().getPort()));
        Files.writeString(
                files.environment(api.url().getPort()),
                StackFiles.STACK_PID + ProcessHandle.current().pid());
    }

    @AfterEach
    void stop() {
        api.close();
        if (root == null) {
            System.clearProperty(StackFiles.PROPERTY);
        } else {
            System.setProperty(StackFiles.PROPERTY, root);
        }
    }

    private int run(String... words) {
        return FeedmillCli.commands()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(Stream.concat(Stream.of(words), Stream.of("--api=" + api.url()))
                        .toArray(String[]::new));
    }

    private void assertPrints(String lines, String... words) {
        assertThat(run(words)).as(err.toString()).isZero();
        assertThat(out).hasToString(lines);
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void postPrintsTheId() {
        api.answers(201, POST);
        assertPrints("p1%n".formatted(), "post", "ann", "hello");
        assertThat(api.calls().getFirst())
                .startsWith("POST /v1/posts?viewer=ann {")
                .contains("\"text\":\"hello\"");
    }

    @Test
    void feedPrintsALineAnItemWithoutControlCharacters() {
        api.answers(200, """
                {"items": [{"post": "p1", "author": "ann", "text": "a\\nb\\u001b[2J", "createdAt": "2026-03-01T12:00:00Z",
                 "version": 1, "via": "follow"}], "end": "complete"}""");
        assertPrints("2026-03-01T12:00:00Z  p1  ann  a\\u000ab\\u001b[2J%n".formatted(), "feed", "ben");
        assertThat(api.calls()).containsExactly("GET /v1/feeds/home/ben?limit=100");
    }

    @Test
    void aFailedPageLeavesNothingHalfWritten() {
        api.answers(200, """
                {"items": [{"post": "p1", "author": "ann", "text": "a", "createdAt": "2026-03-01T12:00:00Z",
                 "version": 1, "via": "follow"}], "next": "c"}""").answers(500, """
                {"type": "https://feedmill.io/problems/internal-error", "detail": "It failed."}""");
        assertThat(run("feed", "ben")).isEqualTo(1);
        assertThat(out.toString()).isEmpty();
        assertThat(err.toString())
                .endsWith("answered 500: It failed.%n".formatted())
                .hasLineCount(1);
    }

    private static String item(String post, String text) {
        return """
                {"post": "%s", "author": "ann", "text": "%s", "createdAt": "2026-03-01T12:00:00Z", "version": 1, "via": "follow"}""".formatted(post, text);
    }

    private static String event(String name, String data) {
        return "event: %s\ndata: %s\n\n".formatted(name, data);
    }

    @Test
    void watchPrintsThePageAndWhatChangesUntilItIsRefused() {
        api.answers(
                200,
                event(
                                "page",
                                "{\"items\": [%s, %s, %s], \"next\": \"c\"}"
                                        .formatted(item("p3", "c"), item("p2", "b"), item("p1", "a")))
                        + event("put", item("p4", "d"))
                        + event("remove", "{\"post\": \"p1\", \"reason\": \"older\"}")
                        + event("remove", "{\"post\": \"p4\", \"reason\": \"hidden\"}")
                        + event("end", "{\"reason\": \"shutdown\"}"));
        api.answers(200, event("page", "{\"items\": [%s], \"next\": \"c\"}".formatted(item("p2", "new"))));
        api.answers(401, "{\"type\": \"https://feedmill.io/problems/unauthenticated\", \"detail\": \"No.\"}");
        assertThat(run("feed", "ben", "--watch")).isEqualTo(1);
        assertThat(out.toString().lines().map(line -> line.replaceFirst("2026\\S+ +", "")))
                .containsExactly(
                        "p1  ann  a",
                        "p2  ann  b",
                        "p3  ann  c",
                        "p4  ann  d",
                        "removed p4",
                        "removed p3",
                        "p2  ann  new");
        assertThat(err).hasToString("GET %s/v1/feeds/home/ben/live answered 401: No.%n".formatted(api.url()));
    }

    @Test
    void watchPrintsAnEventALineAsJson() {
        api.answers(
                200,
                event("page", "{\"items\": [], \"end\": \"complete\"}")
                        + event("put", item("p1", "a"))
                        + event("remove", "{\"post\": \"p1\", \"reason\": \"hidden\"}"));
        api.answers(403, "{}");
        assertThat(run("feed", "ben", "--watch", "--json")).isEqualTo(1);
        assertThat(out.toString().lines())
                .satisfiesExactly(
                        page -> assertThat(page).startsWith("{\"event\":\"page\",\"page\":{\"items\":[]"),
                        put -> assertThat(put).startsWith("{\"event\":\"put\",\"item\":{\"post\":\"p1\""),
                        remove -> assertThat(remove)
                                .isEqualTo("{\"event\":\"remove\",\"post\":\"p1\",\"reason\":\"hidden\"}"));
    }

    @Test
    void watchEndsIfTheFirstCallFails() {
        api.answers(500, "{\"detail\": \"It failed.\"}");
        assertThat(run("feed", "ben", "--watch")).isEqualTo(1);
        assertThat(err.toString())
                .endsWith("answered 500: It failed.%n".formatted())
                .hasLineCount(1);
    }

    @ParameterizedTest
    @CsvSource({"follow, 204, PUT, following", "follow, 202, PUT, requested", "unfollow, 204, DELETE, not following"})
    void followsAreMadeAsTheUser(String command, int status, String method, String printed) {
        api.answers(status, "");
        assertPrints(printed + System.lineSeparator(), command, "ben", "ann");
        assertThat(api.calls()).containsExactly(method + " /v1/users/ben/following/ann?viewer=ben");
    }

    @Test
    void importSendsTheFile() throws IOException {
        Path file = Files.writeString(folder.resolve("follows"), "ben ann\ncleo ann\n");
        api.answers(200, """
                {"imported": 2, "rejectedCount": 0, "rejected": [], "ignored": {}}""");
        assertPrints("2 imported, 0 rejected%n".formatted(), "import", file.toString());
        assertThat(api.calls()).containsExactly("POST /v1/follows:import ben ann\ncleo ann");
    }

    @Test
    void importSendsAPipeToItsEndAndSaysWhatWasIgnored() throws Exception {
        Path pipe = folder.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        Thread.startVirtualThread(() -> write(pipe, "# graph\nben ann\n"));
        api.answers(200, """
                {"imported": 1, "rejectedCount": 0, "rejected": [], "ignored": {"comment": 1, "self": 1234}}""");
        assertPrints("1 imported, 0 rejected; ignored: comment 1, self 1,234%n".formatted(), "import", pipe.toString());
        assertThat(api.calls()).containsExactly("POST /v1/follows:import # graph\nben ann");
    }

    private static void write(Path pipe, String text) {
        try {
            Files.writeString(pipe, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Its lines are gone: a second call would send none. */
    @Test
    void whatWasReadFromAPipeIsSentOnce() throws Exception {
        InputStream before = System.in;
        try {
            System.setIn(new ByteArrayInputStream("ben ann\n".getBytes(StandardCharsets.UTF_8)));
            api.answers(503, "{\"detail\": \"Send all lines again.\"}");
            assertThat(run("import", "-")).isEqualTo(1);
        } finally {
            System.setIn(before);
        }
        assertThat(err)
                .hasToString("POST %s/v1/follows:import answered 503: Send all lines again.%n".formatted(api.url()));
        assertThat(api.calls()).containsExactly("POST /v1/follows:import ben ann");
    }

    @Test
    void rejectedLinesAreAFailure() throws IOException {
        Path file = Files.writeString(folder.resolve("follows"), "ben\n");
        api.answers(200, """
                {"imported": 0, "rejectedCount": 1, "rejected": [{"line": 1, "reason": "no author"}], "ignored": {}}""");
        assertThat(run("import", file.toString())).isEqualTo(1);
        assertThat(out).hasToString("0 imported, 1 rejected%nline 1: no author%n".formatted());
        assertThat(err).hasToString("1 lines are rejected.%n".formatted());
    }

    @Test
    void anUnreadableFileIsOneLine() {
        assertThat(run("import", folder.resolve("none").toString())).isEqualTo(1);
        assertThat(err).hasToString("%s cannot be read.%n".formatted(folder.resolve("none")));
        assertThat(api.calls()).isEmpty();
    }

    @Test
    void statusTellsWhySlicesWait() {
        api.answers(200, JOB.formatted("DELIVERING", 9, 2, """
                , "oldestPending": [{"slice": 2, "attempt": 3, "reason": "throttled"}, {"slice": 3, "attempt": 0}]"""));
        assertPrints("""
                DELIVERING: 9 of 30 delivered, 1 skipped {blocked=1}
                2 of 3 slices pending
                slice 2: requeued, attempt 3, throttled
                """, "status", "p1");
    }

    @Test
    void statusOfAReaderIsTheState() {
        api.answers(200, "{\"state\": \"PLANNING\"}");
        assertPrints("PLANNING%n".formatted(), "status", "p1");
    }

    @Test
    void statusWaitsForTheEnd() {
        api.answers(200, JOB.formatted("DELIVERING", 9, 2, "")).answers(200, JOB.formatted("COMPLETE", 29, 0, ""));
        assertPrints("COMPLETE: 29 of 30 delivered, 1 skipped {blocked=1}%n".formatted(), "status", "p1", "--watch");
    }

    /** The rows of {@code docs/fan-out.md#one-reader}, by state and reason. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            delivered       |               | ben has the post in the home feed.
            pending         |               | ben does not have the post yet: it is on its way, or an audit or a rebuild brings it.
            on-read         |               | ben reads the post in the author's feed: no job writes it to home feeds.
            not-a-recipient |               | ben is no recipient: does not follow the author, or did not when the post was published.
            expired         |               | ben may have had the post, which is too old to tell.
            skipped         | not-following | ben does not get the post: does not follow the author any more.
            skipped         | not-permitted | ben does not get the post: may not read it.
            skipped         | gone          | ben does not get the post: it is retracted.
            skipped         | blocked       | ben does not get the post: a block stands between user and author.
            skipped         | muted         | ben does not get the post: muted.
            lost            | somehow       | ben is in a state that this version does not know: lost somehow.
            """)
    void explainWordsEachStateAndReason(String state, @Nullable String reason, String sentence) {
        api.answers(200, reason == null ? """
                {"user": "ben", "state": "%s"}""".formatted(state) : """
                {"user": "ben", "state": "%s", "reason": "%s"}""".formatted(state, reason));
        assertPrints(sentence + System.lineSeparator(), "explain", "p1", "ben");
        assertThat(api.calls()).containsExactly("GET /v1/posts/p1/fanout/ben");
    }

    @Test
    void reportsAreALineEach() {
        api.answers(200, """
                {"items": [{"id": "r1", "from": "2026-03-01T12:00:00Z", "to": "2026-03-01T13:00:00Z", "authors": 2,
                 "events": 9, "posts": 1, "deliveries": 1200, "views": 3, "retractions": 0, "writeUnits": 5,
                 "price": 0.0000063, "readUnits": 1, "createdAt": "2026-03-01T13:01:00Z"}], "end": "complete"}""");
        assertPrints(
                "r1  2026-03-01T12:00:00Z to 2026-03-01T13:00:00Z  2 authors, 1 posts, 1,200 deliveries, 3 views, 0 retractions, $0.0000063%n"
                        .formatted(),
                "reports");
    }

    @Test
    void jsonIsTheAnswer() {
        api.answers(200, "{\"user\": \"ben\", \"state\": \"skipped\", \"reason\": \"gone\"}");
        assertPrints(
                "{\"user\":\"ben\",\"state\":\"skipped\",\"reason\":\"gone\"}%n".formatted(),
                "explain",
                "p1",
                "ben",
                "--json");
    }

    /** Other users and proxies may have written each of them. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            post ann hello    | {"id": "!", "author": "!", "text": "!", "createdAt": "2026-03-01T12:00:00Z", "version": 1}
            feed ben          | {"items": [{"post": "!", "author": "!", "text": "!", "createdAt": "2026-03-01T12:00:00Z", "version": 1, "via": "!"}], "end": "!"}
            status p1         | {"job": "!", "state": "!", "skippedBy": {"!": 1}, "pendingSlices": 1, "oldestPending": [{"slice": 2, "attempt": 3, "reason": "!"}]}
            explain p1 ben    | {"user": "!", "state": "!", "reason": "!"}
            dead-letters list | {"items": [{"queue": "!", "reason": "!", "count": 1, "oldestAt": "2026-03-01T12:00:00Z", "oldestAge": "PT1S"}], "complete": true, "hidden": 0}
            import /dev/null  | {"imported": 0, "rejectedCount": 0, "rejected": [{"line": 1, "reason": "!"}], "ignored": {"!": 1}}
            """)
    void printsNoControlCharacter(String words, String answer) {
        String json = answer.replace("!", "x\\u001b[2J\\u009b2J\\n\\u202e");
        api.answers(200, json).answers(200, json).answers(500, "{\"detail\": \"x\\u001b[2J\\u009b2J\\u202e\"}");
        assertThat(run(words.split(" "))).isZero();
        assertThat(run((words + " --json").split(" "))).isZero();
        assertThat(run(words.split(" "))).isEqualTo(1);
        assertThat(out.toString())
                .contains("x\\u001b[2J\\u009b2J")
                .doesNotContainPattern("[\\p{Cc}\\u202e&&[^\\r\\n]]");
        assertThat(err.toString())
                .contains("x\\u001b[2J\\u009b2J")
                .doesNotContainPattern("[\\p{Cc}\\u202e&&[^\\r\\n]]");
    }

    @Test
    void aProblemIsOneLine() {
        api.answers(404, "{\"type\": \"https://feedmill.io/problems/post-not-found\", \"detail\": \"No such post.\"}");
        assertThat(run("status", "p1")).isEqualTo(1);
        assertThat(out.toString()).isEmpty();
        assertThat(err).hasToString("GET %s/v1/posts/p1/fanout answered 404: No such post.%n".formatted(api.url()));
    }

    @Test
    void theBarIsRemovedAtTheEnd() {
        try (ProgressBar bar = new ProgressBar("recipients", new PrintWriter(out, true))) {
            bar.at(15, 30);
            assertThat(out).hasToString("\r[###############               ]  50% 15 of 30 recipients");
        }
        assertThat(out.toString()).endsWith("\r" + " ".repeat(57) + "\r");
    }
}
