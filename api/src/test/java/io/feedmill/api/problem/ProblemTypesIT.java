package io.feedmill.api.problem;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.api.ApiTest;
import io.feedmill.api.Http;
import io.feedmill.api.Http.Answer;
import io.feedmill.api.security.Scope;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.follow.ReaderStore;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.Ticks;
import io.feedmill.common.key.UserId;
import io.feedmill.common.post.Audience;
import io.feedmill.common.post.Post;
import io.feedmill.common.publish.Change;
import io.feedmill.common.storage.StorageException;
import io.feedmill.common.storage.StorageException.Kind;
import io.feedmill.common.storage.UnknownValueException;
import io.feedmill.testkit.MemoryStores;
import io.feedmill.testkit.memory.FaultRules;
import io.feedmill.testkit.memory.Faults.Fault;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.test.context.TestPropertySource;
import org.springframework.test.web.servlet.client.RestTestClient.RequestHeadersSpec;

/** Each problem type has a request that causes it, and an answer with the fields and the media type of RFC 9457. */
@ApiTest
@TestPropertySource(properties = "feedmill.announcements.author=one-too-many")
record ProblemTypesIT(Http http, MemoryStores stores, FaultRules faults) {
    private static final PostId BUG = new PostId(1, "11111111111");
    private static final PostId THROTTLED = new PostId(2, "11111111111");
    private static final PostId UNAVAILABLE = new PostId(3, "11111111111");
    private static final PostId REJECTED = new PostId(6, "11111111111");
    private static final PostId FORBIDDEN = new PostId(4, "11111111111");
    private static final PostId NEWER = new PostId(7, "11111111111");

    @BeforeEach
    void fail() {
        fail(BUG, new IllegalStateException("internal secret"));
        fail(THROTTLED, new StorageException(Kind.THROTTLED, "internal secret"));
        fail(UNAVAILABLE, new StorageException(Kind.TRANSIENT, "internal secret"));
        fail(REJECTED, new StorageException(Kind.REJECTED, "internal secret"));
        fail(NEWER, new UnknownValueException("internal", "secret", "audience", "friends"));
        fail(FORBIDDEN, new StorageException(Kind.PERMANENT, "internal secret"));
        faults.refuse(call -> call.names("follows", "followers:THROTTLED"), Kind.THROTTLED);
    }

    private void fail(PostId post, RuntimeException failure) {
        faults.always(call -> call.names("posts", post.value()), call -> new Fault.Refused(failure));
    }

    /** Those that a request to this API causes. {@link #provoke} names the tests of the others. */
    static Set<ProblemType> provoked() {
        return EnumSet.complementOf(EnumSet.of(
                ProblemType.REFUSED,
                ProblemType.BODY_TIMEOUT,
                ProblemType.TOO_BUSY,
                ProblemType.TOO_MANY_IMPORTS,
                ProblemType.TOO_MANY_CALLS,
                ProblemType.TOO_MANY_IN_PROGRESS,
                ProblemType.TOO_MANY_STREAMS,
                ProblemType.ISSUER_INVALID,
                ProblemType.ISSUER_UNAVAILABLE));
    }

    @ParameterizedTest
    @MethodSource("provoked")
    void isAnsweredAsInTheRfc(ProblemType type) {
        check(type, http.send(provoke(type)));
    }

    @ParameterizedTest
    @MethodSource("provoked")
    void ignoresTheAcceptedMediaTypes(ProblemType type) {
        Answer answer = http.send(provoke(type).headers(headers -> headers.set("Accept", "text/html")));
        assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
        assertThat(answer.problem()).isIn(slug(type), "not-acceptable");
    }

    @Test
    void permanentStorageErrorsAreInternal() {
        check(ProblemType.INTERNAL_ERROR, http.get("/v1/posts/" + FORBIDDEN));
    }

    /** While both versions run, an instance of the newer one may answer. */
    @Test
    void rejectedCallsAndItemsOfANewerVersionAreUnavailable() {
        for (PostId post : List.of(REJECTED, NEWER)) {
            Answer answer = http.get("/v1/posts/" + post);
            check(ProblemType.STORAGE_UNAVAILABLE, answer);
            assertThat(answer.header("Retry-After")).isEqualTo("1");
        }
    }

    @Test
    void listsTheAllowedMethods() {
        assertThat(http.send("PATCH", "/v1/posts").header("Allow")).isEqualTo("GET, HEAD, POST");
    }

    @Test
    void saysWhenToRetry() {
        assertThat(Set.of(
                        ProblemType.STORAGE_THROTTLED,
                        ProblemType.STORAGE_UNAVAILABLE,
                        ProblemType.IMPORT_INTERRUPTED,
                        ProblemType.TOO_MANY_CHANGES))
                .allSatisfy(type -> assertThat(http.send(provoke(type)).header("Retry-After"))
                        .isEqualTo("1"));
    }

    @Test
    void namesThePathWithoutTheQuery() {
        assertThat(http.get("/v1/nothing%20here?cursor=secret").text("instance"))
                .isEqualTo("/v1/nothing%20here");
    }

    @Test
    void theErrorPathIsNotFound() {
        assertThat(http.get("/error").problem()).isEqualTo("not-found");
    }

    private static void check(ProblemType type, Answer answer) {
        assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
        assertThat(answer.problem()).isEqualTo(slug(type));
        assertThat(answer.json().propertyNames()).containsExactly("type", "title", "status", "detail", "instance");
        assertThat(answer.text("title")).isEqualTo(type.problem("").getTitle());
        assertThat(answer.text("detail")).isNotBlank().doesNotContain("secret", "Exception");
        assertThat(answer.json().path("status").asInt()).isEqualTo(answer.status());
        assertThat(answer.status()).isEqualTo(type.status());
    }

    private static String slug(ProblemType type) {
        return type.uri().getPath().replace("/problems/", "");
    }

    private RequestHeadersSpec<?> provoke(ProblemType type) {
        String post = Http.newPost("alice", "hello");
        return switch (type) {
            case MALFORMED_REQUEST -> http.request("GET", "/v1/posts/a%2Fb");
            case MALFORMED_JSON -> publish("{");
            case INVALID_BODY -> publish("{\"author\":\"alice\"}");
            case INVALID_TEXT -> publish(Http.newPost("alice", ""));
            case INVALID_USER -> http.request("GET", "/v1/feeds/home/a%20b");
            case INVALID_REACTION -> http.request("PUT", "/v1/posts/1111111111111111111111/reactions/A/bob");
            case INVALID_PLACE -> http.request("GET", "/v1/places/%20/posts");
            case INVALID_PARAMETER -> http.request("GET", "/v1/feeds/home/alice?limit=101");
            case INVALID_CURSOR -> http.request("GET", "/v1/feeds/home/alice?cursor=AAAA");
            case INVALID_IDEMPOTENCY_KEY -> publish(post).header("Idempotency-Key", "k".repeat(256));
            case UNAUTHENTICATED -> http.as("").request("GET", "/v1/feeds/home/alice");
            case INSUFFICIENT_SCOPE -> http.user("bob", Scope.FEED).request("GET", "/v1/feeds/home/alice");
            case BLOCKED -> {
                http.put("/v1/users/p.alice/blocked/p.bob");
                yield http.request("PUT", "/v1/users/p.bob/following/p.alice");
            }
            case FOLLOW_NOT_FOUND -> http.request("GET", "/v1/users/alice/following/nobody");
            case ORIGIN_NOT_ALLOWED ->
                http.request("GET", "/v1/feeds/home/alice").header("Origin", "https://evil.example");
            case NOT_FOUND -> http.request("GET", "/v1/nothing");
            case POST_NOT_FOUND -> http.request("GET", "/v1/posts/" + new PostId(5, "11111111111"));
            case ANNOUNCEMENT_NOT_FOUND ->
                http.request("GET", "/v1/admin/announcements/" + new PostId(5, "11111111111"));
            case ON_READ_AUTHOR_NOT_FOUND -> http.request("GET", "/v1/admin/on-read/p.nobody");
            case REPORT_NOT_FOUND -> http.request("GET", "/v1/reports/200001010000");
            case QUEUE_NOT_FOUND -> http.request("POST", "/v1/admin/dead-letters/none:redrive", "{}");
            case TABLE_NOT_FOUND -> http.request("GET", "/v1/admin/partitions/t-nowhere");
            case VERSION_NOT_FOUND ->
                http.request("GET", "/v1/posts/" + http.publish("alice", "hello") + "/versions/2");
            case JOB_NOT_FOUND -> http.request("GET", "/v1/posts/" + http.publish("alice", "hello") + "/fanout?job=x");
            case FOLLOW_REQUESTED -> {
                stores.follows().setAsks(new UserId("p.shy"), true);
                http.put("/v1/users/p.fan/following/p.shy");
                yield http.request("GET", "/v1/users/p.fan/following/p.shy");
            }
            case FOLLOW_REQUEST_NOT_FOUND -> http.request("PUT", "/v1/users/p.shy/requests/p.nobody");
            case REBUILD_NOT_FOUND -> http.request("GET", "/v1/feeds/home/p.nobody:rebuild");
            case REBUILT_RECENTLY -> {
                http.send("POST", "/v1/feeds/home/p.rebuilt:rebuild");
                yield http.request("POST", "/v1/feeds/home/p.rebuilt:rebuild");
            }
            case METHOD_NOT_ALLOWED -> http.request("DELETE", "/v1/posts");
            case NOT_ACCEPTABLE -> http.request("GET", "/v1/feeds/home/alice").header("Accept", "image/png");
            case POST_GONE -> {
                String retracted = "/v1/posts/" + http.publish("alice", "hello");
                http.delete(retracted);
                yield http.request("GET", retracted);
            }
            case VIEWER_REQUIRED ->
                http.request("PUT", "/v1/posts/" + http.publish("alice", "hello") + "/metadata", "{}");
            case NOTIFICATION_NOT_FOUND -> http.request("PUT", "/v1/users/alice/notifications/x:read");
            case MESSAGE_NOT_FOUND -> http.request("DELETE", "/v1/rooms/hall/messages/x?viewer=alice");
            case VERSION_STALE ->
                http.request(
                                "PUT",
                                "/v1/posts/" + http.publish("alice", "hello") + "?viewer=alice",
                                "{\"text\":\"second\"}")
                        .headers(headers -> headers.set("If-Match", "\"2\""));
            case BODY_TOO_LARGE -> publish(" ".repeat(128 * 1024 + 1));
            case UNSUPPORTED_MEDIA_TYPE -> publish(post).headers(headers -> headers.set("Content-Type", "text/plain"));
            case SELF_FOLLOW -> http.request("PUT", "/v1/users/alice/following/alice");
            case SELF_MUTE -> http.request("PUT", "/v1/users/alice/muted/alice");
            case SUSPENDED -> {
                http.put("/v1/admin/users/p.suspended", "{\"suspended\":true}");
                yield http.request("GET", "/v1/feeds/home/p.suspended");
            }
            case SELF_BLOCK -> http.request("PUT", "/v1/users/alice/blocked/alice");
            case TOO_MANY_FOLLOWS -> {
                UserId user = new UserId("p.follows");
                stores.follows()
                        .importAll(IntStream.range(0, 7_500)
                                .mapToObj(i -> new Follow(user, new UserId("f" + i)))
                                .toList());
                yield http.request("PUT", "/v1/users/p.follows/following/other");
            }
            case TOO_MANY_FOLLOW_REQUESTS -> {
                UserId user = new UserId("p.requests");
                IntStream.rangeClosed(0, 500).mapToObj(i -> new UserId("q" + i)).forEach(author -> {
                    stores.follows().setAsks(author, true);
                    stores.follows().follow(new Follow(user, author));
                });
                yield http.request("PUT", "/v1/users/p.requests/following/q500");
            }
            case TOO_MANY_MUTES -> {
                UserId reader = new UserId("p.mutes");
                IntStream.range(0, ReaderStore.MAX)
                        .forEach(i -> stores.readers().mute(reader, new UserId("m" + i)));
                yield http.request("PUT", "/v1/users/p.mutes/muted/other");
            }
            case TOO_MANY_BLOCKS -> {
                UserId user = new UserId("p.blocks");
                IntStream.range(0, ReaderStore.MAX)
                        .forEach(i -> stores.readers().block(user, new UserId("b" + i)));
                yield http.request("PUT", "/v1/users/p.blocks/blocked/other");
            }
            case TOO_MANY_VERSIONS -> lastVersion();
            case ON_READ_LIST_FULL -> {
                stores.fillOnRead();
                yield http.request("POST", "/v1/admin/announcements", "{\"text\":\"hello\"}");
            }
            case IDEMPOTENCY_KEY_REUSED -> {
                http.send(publish(post).header("Idempotency-Key", "reused"));
                yield publish(Http.newPost("alice", "other")).header("Idempotency-Key", "reused");
            }
            case PRECONDITION_REQUIRED ->
                http.request(
                        "PUT",
                        "/v1/posts/" + http.publish("alice", "hello") + "?viewer=alice",
                        "{\"text\":\"second\"}");
            case TOO_MANY_CHANGES -> secondChange();
            case TOO_MANY_CALLS, ISSUER_INVALID, ISSUER_UNAVAILABLE ->
                throw new IllegalArgumentException("see the tests of security");
            case TOO_MANY_IN_PROGRESS -> throw new IllegalArgumentException("see SlowCallersIT");
            case TOO_MANY_STREAMS -> throw new IllegalArgumentException("see LiveBoundsIT");
            case BODY_TIMEOUT, TOO_BUSY, TOO_MANY_IMPORTS -> throw new IllegalArgumentException("see StalledUploadsIT");
            case REFUSED -> throw new IllegalArgumentException("only the container refuses, see ContainerRefusalsIT");
            case INTERNAL_ERROR -> http.request("GET", "/v1/posts/" + BUG);
            case STORAGE_THROTTLED -> http.request("GET", "/v1/posts/" + THROTTLED);
            case STORAGE_UNAVAILABLE -> http.request("GET", "/v1/posts/" + UNAVAILABLE);
            case IMPORT_INTERRUPTED ->
                http.request("POST", "/v1/follows:import")
                        .header("Content-Type", "text/plain")
                        .body("alice THROTTLED".getBytes(StandardCharsets.UTF_8));
        };
    }

    /** The first change comes from another process, whose clock is ahead: the test has more than a second. */
    private RequestHeadersSpec<?> secondChange() {
        Post post = stores.posts()
                .find(PostId.parse(http.publish("alice", "hello")))
                .orElseThrow();
        JobId first = JobId.create(Ticks.ofInstant(Instant.now().plusMillis(900)), new Random());
        stores.posts().change(post, new Change.Permissions(new Audience.Followers(), Duration.ZERO, false), first);
        return http.request("PUT", "/v1/posts/" + post.id() + "/permissions?viewer=alice", "{\"permissions\":[]}");
    }

    private RequestHeadersSpec<?> lastVersion() {
        Post post = stores.posts()
                .find(PostId.parse(http.publish("alice", "hello")))
                .orElseThrow();
        while (post.version() < 1_000) {
            JobId job = JobId.create(Ticks.ofInstant(Instant.EPOCH.plusSeconds(post.version())), new Random());
            stores.posts().change(post, new Change.Edit(post.content(), Duration.ZERO), job);
            post = post.edited(post.content());
        }
        return http.request("PUT", "/v1/posts/" + post.id() + "?viewer=alice", "{\"text\":\"last\"}")
                .headers(headers -> headers.set("If-Match", "*"));
    }

    private RequestHeadersSpec<?> publish(String body) {
        return http.request("POST", "/v1/posts", body);
    }
}
