package io.feedmill.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.feedmill.client.AdminClient.PartitionKey;
import io.feedmill.client.FeedmillClient.FollowState;
import io.feedmill.client.FeedmillClient.Limits;
import io.feedmill.client.Post.NewPost;
import io.feedmill.client.Post.Permissions;
import io.feedmill.client.Post.Place;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FeedmillClientTest {
    private final StubApi api = new StubApi();
    private final FeedmillClient client = api.client();

    @AfterEach
    void close() {
        api.close();
    }

    @Test
    void aStreamFollowsNext() {
        api.answers("""
                {"items": ["ann"], "next": "c+1"}""");
        api.answers("""
                {"items": [], "next": "c2"}""");
        api.answers("""
                {"items": ["bob"], "end": "complete"}""");
        assertThat(client.followers("eve")).containsExactly("ann", "bob");
        assertThat(api.calls())
                .containsExactly(
                        "GET /v1/users/eve/followers?limit=100",
                        "GET /v1/users/eve/followers?limit=100&cursor=c%2B1",
                        "GET /v1/users/eve/followers?limit=100&cursor=c2");
    }

    @Test
    void aStreamReadsNoPageThatNobodyNeeds() {
        api.answers("""
                {"items": ["ann", "bob"], "next": "c"}""");
        assertThat(client.followers("eve").limit(2)).containsExactly("ann", "bob");
        assertThat(api.calls()).hasSize(1);
    }

    @Test
    void aServiceNamesItsViewer() {
        client.as("ann").retractPost("p");
        client.as("ann").admin().revokeAllTokens(Instant.EPOCH);
        client.retractPost("p");
        assertThat(api.calls())
                .containsExactly(
                        "DELETE /v1/posts/p?viewer=ann",
                        "PUT /v1/admin/users {\"tokensNotBefore\":\"1970-01-01T00:00:00Z\"}",
                        "DELETE /v1/posts/p");
    }

    @Test
    void equalClientsCallTheSameApiForTheSameUser() {
        assertThat(client.as("ann"))
                .isEqualTo(client.as("ann"))
                .hasSameHashCodeAs(client.as("ann"))
                .isNotEqualTo(client)
                .isNotEqualTo("ann");
    }

    @Test
    void encodesWhatIsInAPathOrQuery() {
        api.answers("""
                {"items": [], "end": "complete"}""");
        assertThat(client.as("a&b").postsInCity("São Tomé", "~", "a:b")).isEmpty();
        assertThat(api.calls())
                .containsExactly("GET /v1/places/S%C3%A3o%20Tom%C3%A9/~/a%3Ab/posts?viewer=a%26b&limit=100");
    }

    @Test
    void publishesAllOfAPost() {
        api.answers(201, Map.of(), """
                {"id": "p", "author": "ann", "text": "hi", "data": {"n": 1.10}, "place": {"country": "FR"}, "mentions": ["cid"],
                 "createdAt": "2026-01-01T00:00:00.000000001Z", "version": 1, "later": true}""");
        Post post = client.publishPost(new NewPost(
                "ann",
                "hi",
                Map.of("a", List.of(1)),
                new Place("FR", null, null),
                new Permissions(List.of("bob")),
                List.of("cid")));
        assertThat(post)
                .isEqualTo(new Post(
                        "p",
                        "ann",
                        "hi",
                        Map.of("n", new BigDecimal("1.10")),
                        Instant.parse("2026-01-01T00:00:00.000000001Z"),
                        1,
                        new Place("FR", null, null),
                        List.of("cid"),
                        null,
                        null));
        assertThat(api.calls())
                .containsExactly(
                        "POST /v1/posts {\"author\":\"ann\",\"text\":\"hi\",\"data\":{\"a\":[1]},\"place\":{\"country\":\"FR\"},\"permissions\":[\"bob\"],\"mentions\":[\"cid\"]}");
    }

    @Test
    void editsTheVersionThatWasRead() {
        api.answers("""
                {"id": "p", "author": "ann", "text": "new", "createdAt": "2026-01-01T00:00:00Z", "version": 8}""");
        assertThat(client.editPost("p", 7, "new", null, null).version()).isEqualTo(8);
        assertThat(api.calls()).containsExactly("PUT /v1/posts/p {\"text\":\"new\"}");
        assertThat(api.received.getFirst().header("If-match")).isEqualTo("\"7\"");
    }

    @Test
    void permissionsAreAWordOrAList() {
        api.answers("""
                {"permissions": "followers"}""").answers("""
                {"permissions": ["bob"]}""");
        assertThat(client.getPermissions("p")).isEqualTo(Permissions.FOLLOWERS);
        assertThat(client.getPermissions("p")).isEqualTo(new Permissions(List.of("bob")));
        client.putPermissions("p", Permissions.PUBLIC);
        assertThat(api.calls()).endsWith("PUT /v1/posts/p/permissions {\"permissions\":\"public\"}");
    }

    @Test
    void readersSeeTheStateOfAJobOnly() {
        api.answers("""
                {"state": "COMPLETE"}""");
        Job job = client.getFanout("p", null);
        assertThat(job.isComplete()).isTrue();
        assertThat(job.job()).isNull();
    }

    @Test
    void aReportMayHaveNoIdYet() {
        api.answers("{}").answers("""
                {"id": "202601010000"}""");
        assertThat(client.admin().requestReport()).isNull();
        assertThat(client.admin().requestReport()).isEqualTo("202601010000");
    }

    @Test
    void aFollowMayBeARequest() {
        api.answers(202, Map.of(), "").answers(204, Map.of(), "");
        api.fails(404, "follow-requested").fails(404, "follow-not-found").fails(404, "not-found");
        assertThat(client.follow("ann", "bob")).isEqualTo(FollowState.REQUESTED);
        assertThat(client.follow("ann", "bob")).isEqualTo(FollowState.FOLLOWING);
        assertThat(client.isFollowing("ann", "bob")).isEqualTo(FollowState.REQUESTED);
        assertThat(client.isFollowing("ann", "bob")).isEqualTo(FollowState.NOT_FOLLOWING);
        assertThatExceptionOfType(ProblemException.class).isThrownBy(() -> client.isFollowing("ann", "bob"));
    }

    @Test
    void aListingGoesOnFromItsLastLine() {
        Map<String, String> lines = Map.of("Content-Type", "application/x-ndjson");
        api.answers(200, lines, """
                {"method": "skip", "reason": "few"}
                {"partition": {"S": "home:ann"}}
                {"found": 1, "readUnits": 0.5, "next": "c"}
                """);
        api.answers(200, lines, """
                {"method": "skip", "reason": "continued"}
                {"partition": {"N": "7"}}
                {"found": 2, "readUnits": 1.0}
                """);
        assertThat(client.admin().partitions("homes", "skip", null, 2))
                .containsExactly(new PartitionKey("S", "home:ann"), new PartitionKey("N", "7"));
        assertThat(api.calls())
                .containsExactly(
                        "GET /v1/admin/partitions/homes?method=skip&units=2",
                        "GET /v1/admin/partitions/homes?method=skip&units=2&cursor=c");
    }

    @Test
    void aListingThatEndsEarlyIsAProblem() {
        api.answers("""
                {"found": 1, "readUnits": 0.5, "next": "c", "problem": "https://feedmill.io/problems/storage-throttled"}
                """);
        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> client.admin().partitions("homes", null, null, null))
                .returns(true, problem -> problem.is("storage-throttled"));
    }

    @Test
    void aProblemHasATypeAndADetail() {
        api.fails(410, "post-gone");
        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> client.getPost("p"))
                .withMessage("GET %s/v1/posts/p answered 410: A sentence.", api.url())
                .returns("https://feedmill.io/problems/post-gone", ProblemException::type)
                .returns(true, problem -> problem.is("post-gone"))
                .returns(410, ProblemException::status)
                .returns(false, ProblemException::isTemporary);
    }

    @Test
    void anyOtherErrorIsItsFirstLine() {
        api.answers(502, Map.of(), "<html>\nBad gateway\n</html>");
        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> client.getPost("p"))
                .withMessageEndingWith("answered 502: <html>")
                .returns("about:blank", ProblemException::type);
    }

    @Test
    void namesTheSettingThatAdminCallsNeed() {
        api.fails(404, "not-found");
        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> client.admin().deadLetters())
                .withMessageEndingWith("answered 404: A sentence. Admin calls need feedmill.admin.enabled=true there.");
    }

    @Test
    void anUnreadableAnswerIsNotTemporary() {
        api.answers("<html/>");
        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> client.getPost("p"))
                .withMessageContaining("/v1/posts/p answered something unreadable: ")
                .returns(false, ProblemException::isTemporary);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://feedmill.example.org",
                "http://192.168.1.2:8080",
                "http://127.0.0.1.example.org",
                "http://localhost@example.org",
                "http:/v1",
                "//127.0.0.2:8080",
                "ftp://example.org"
            })
    void sendsNoTokenThatOthersCanRead(String url) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FeedmillClient.of(URI.create(url), () -> "token", Limits.DEFAULT))
                .withMessage("The API must be https beyond this machine, not " + url);
    }

    @ParameterizedTest
    @ValueSource(strings = {"https://feedmill.example.org", "http://localhost:8080", "http://[::1]:8080/"})
    void takesHttpsAndThisMachine(String url) {
        assertThat(FeedmillClient.of(URI.create(url), () -> "token", Limits.DEFAULT))
                .isNotNull();
        assertThat(FeedmillClient.ofPrivateNetwork(
                        URI.create("http://feedmill-api:8080"), () -> "token", Limits.DEFAULT))
                .isNotNull();
    }

    /** A server that refuses closes the connection without reading a long body. */
    @ParameterizedTest
    @CsvSource({"401", "403", "413", "429"})
    void aRefusalOfALongBodyIsItsProblem(int status) throws IOException {
        try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Thread.startVirtualThread(() -> refuse(server, status));
            FeedmillClient client = FeedmillClient.of(
                    URI.create("http://127.0.0.1:" + server.getLocalPort()),
                    () -> "token",
                    new Limits(Duration.ofSeconds(30), 1, Duration.ZERO));
            byte[] lines = "bob alice\n".repeat(3_000_000).getBytes(StandardCharsets.UTF_8);
            assertThatExceptionOfType(ProblemException.class)
                    .isThrownBy(() -> client.admin().importFollows(BodyPublishers.ofByteArray(lines)))
                    .withMessageEndingWith("/v1/follows:import answered %d: No.", status)
                    .returns(status, ProblemException::status);
        }
    }

    private static void refuse(ServerSocket server, int status) {
        try (Socket connection = server.accept()) {
            InputStream in = connection.getInputStream();
            StringBuilder head = new StringBuilder();
            while (!head.toString().endsWith("\r\n\r\n")) {
                head.append((char) in.read());
            }
            String problem = "{\"detail\": \"No.\"}";
            connection
                    .getOutputStream()
                    .write("HTTP/1.1 %d No\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%s"
                            .formatted(status, problem.length(), problem)
                            .getBytes(StandardCharsets.US_ASCII));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void noAnswerHasNoStatus() {
        FeedmillClient nobody = FeedmillClient.of(URI.create("http://127.0.0.1:1/"), () -> "", Limits.DEFAULT);
        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> nobody.getPost("p"))
                .withMessageStartingWith("GET http://127.0.0.1:1/v1/posts/p failed: ")
                .returns(0, ProblemException::status)
                .returns(true, ProblemException::isTemporary);
    }
}
