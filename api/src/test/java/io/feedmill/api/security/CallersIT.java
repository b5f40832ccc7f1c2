package io.feedmill.api.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.api.ApiTest;
import io.feedmill.api.Http;
import io.feedmill.api.Http.Answer;
import io.feedmill.api.TestTokens;
import io.feedmill.testkit.MemoryQueue;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What users, services and administrators may do with each other's things, and what nobody may without a token. */
@ApiTest
record CallersIT(Http http, MemoryQueue queue) {
    private Http user(String name) {
        return http.user(name, Scope.FEED, Scope.POST, Scope.FOLLOW, Scope.ROOM);
    }

    private String secret(String author) {
        return http.post("/v1/posts", "{\"author\":\"" + author + "\",\"text\":\"hidden\",\"permissions\":[]}")
                .id();
    }

    @Test
    void withoutAViewerAUserReadsAsItselfAndAServiceAsNobody() {
        String post = "/v1/posts/" + secret("c.ann");
        assertThat(user("c.ann").get(post).status()).isEqualTo(200);
        assertThat(user("c.ann").get(post + "?viewer=c.ann").status()).isEqualTo(200);
        assertThat(user("c.bob").get(post).problem()).isEqualTo("post-not-found");
        assertThat(user("c.bob").get(post + "?viewer=c.ann").problem()).isEqualTo("insufficient-scope");
        assertThat(user("c.bob").get(post + "?viewer=a%20b").problem()).isEqualTo("invalid-user");
        assertThat(http.get(post).problem()).isEqualTo("post-not-found");
        assertThat(http.get(post + "?viewer=c.ann").status()).isEqualTo(200);
    }

    /** So that a backend need not check who wrote a post. */
    @Test
    void aServiceThatNamesAViewerChangesOnlyTheViewersPosts() {
        String post = "/v1/posts/" + secret("c.cid");
        assertThat(http.delete(post + "?viewer=c.bob").problem()).isEqualTo("post-not-found");
        assertThat(http.delete(post).status()).as("a takedown").isEqualTo(204);
        String other = "/v1/posts/" + secret("c.cid");
        Http backend = http.service(Scope.POST);
        assertThat(backend.delete(other + "?viewer=c.bob").problem()).isEqualTo("post-not-found");
        assertThat(backend.put(other + "/metadata?viewer=c.bob", "{}").problem())
                .isEqualTo("post-not-found");
        assertThat(backend.put(other + "/metadata?viewer=c.cid", "{}").status()).isEqualTo(204);
        assertThat(backend.delete(other).problem()).isEqualTo("viewer-required");
        assertThat(backend.delete(other + "?%76iewer=c.cid").status()).isEqualTo(204);
    }

    @Test
    void anAdministratorTakesAPostDownAndDoesNotChangeIt() {
        String post = "/v1/posts/" + secret("c.dan");
        Http admin = http.user("c.mod", Scope.ADMIN, Scope.POST);
        assertThat(admin.put(post + "/metadata", "{}").problem()).isEqualTo("post-not-found");
        assertThat(http.user("c.mod", Scope.ADMIN).delete(post).status()).isEqualTo(204);
        assertThat(user("c.dan").get(post).problem()).isEqualTo("post-gone");
    }

    @Test
    void onlyAnAdministratorWritesAsFeedmill() {
        String body = Http.newPost("feedmill", "hello");
        assertThat(user("feedmill").post("/v1/posts", body).problem()).isEqualTo("insufficient-scope");
        assertThat(http.service(Scope.POST).post("/v1/posts", body).problem()).isEqualTo("insufficient-scope");
        assertThat(http.service(Scope.FEED).get("/v1/feeds/home/feedmill").body())
                .contains("needs the scope admin");
        String secret = "/v1/posts/" + secret("feedmill");
        assertThat(user("feedmill").get(secret).problem()).isEqualTo("post-not-found");
        assertThat(http.get(secret + "?viewer=feedmill").status()).isEqualTo(200);
        assertThat(http.service(Scope.POST, Scope.ADMIN).post("/v1/posts", body).status())
                .isEqualTo(201);
        String post = "/v1/posts/" + http.publish("feedmill", "hello");
        assertThat(http.service(Scope.POST)
                        .put(post + "/metadata?viewer=feedmill", "{}")
                        .problem())
                .isEqualTo("insufficient-scope");
    }

    /** Seen before: all of these changed or read what is ann's, for the user of another session. */
    @ParameterizedTest
    @CsvSource({
        "GET, /v1/feeds/home/c.ann",
        "POST, /v1/feeds/home/c.ann:rebuild",
        "GET, /v1/users/c.ann/following",
        "PUT, /v1/users/c.ann/following/c.zoe",
        "PUT, /v1/users/c.ann/muted/c.zoe",
        "PUT, /v1/users/c.ann/blocked/c.zoe",
        "GET, /v1/users/c.ann/counters",
        "DELETE, /v1/users/c.ann/followers/c.zoe"
    })
    void aServiceThatNamesAViewerIsThatUser(String method, String path) {
        assertThat(http.send(method, path + "?viewer=c.bob").problem()).isEqualTo("insufficient-scope");
        assertThat(http.send(method, path + "?viewer=c.ann").status()).isBetween(200, 299);
    }

    @Test
    void aServiceThatNamesAViewerWritesAsThatUser() {
        assertThat(http.post("/v1/posts?viewer=c.bob", Http.newPost("c.ann", "hello"))
                        .problem())
                .isEqualTo("insufficient-scope");
        assertThat(http.post("/v1/posts?viewer=c.ann", Http.newPost("c.ann", "hello"))
                        .status())
                .isEqualTo(201);
    }

    @Test
    void aUserWithTheScopesOfServicesIsNoneUnlessTheSettingsNameTheClient() {
        String post = "/v1/posts/" + secret("c.ann");
        for (String client : new String[] {"app", "", "client-of-tests "}) {
            String token = TestTokens.sign(TestTokens.claims("c.bob", Scope.values())
                    .claim("azp", client)
                    .claim("client_id", TestTokens.CLIENT)
                    .build());
            assertThat(http.as(token).get("/v1/feeds/home/c.ann").problem()).isEqualTo("insufficient-scope");
            assertThat(http.as(token).delete(post).problem()).isEqualTo("post-not-found");
            assertThat(http.as(token).get("/v1/reports").problem()).isEqualTo("insufficient-scope");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/v1/feeds/user/c.eve", "/v1/users/c.eve/followers", "/v1/rooms/c.room/messages"})
    void aCursorIsNobodyElses(String path) {
        for (String name : new String[] {"c.eve", "c.fay", "c.gus"}) {
            user(name).post("/v1/posts", Http.newPost(name, "hello"));
            user(name).post("/v1/rooms/c.room/messages", "{\"user\":\"" + name + "\",\"text\":\"hello\"}");
            user(name).put("/v1/users/" + name + "/following/c.eve");
        }
        user("c.eve").post("/v1/posts", Http.newPost("c.eve", "again"));
        String page = path + "?limit=1";
        String own = "&cursor=" + user("c.eve").get(page).next().orElseThrow();
        assertThat(user("c.eve").get(page + own).status()).isEqualTo(200);
        assertThat(http.get(page + own).problem()).isEqualTo("invalid-cursor");
        assertThat(http.get(page + own + "&viewer=c.eve").problem()).isEqualTo("invalid-cursor");
        if (!path.contains("/users/")) {
            assertThat(user("c.fay").get(page + own).problem()).isEqualTo("invalid-cursor");
        }
        String services = "&cursor=" + http.get(page).next().orElseThrow();
        assertThat(http.get(page + services).status()).isEqualTo(200);
        assertThat(user("c.eve").get(page + services).problem()).isEqualTo("invalid-cursor");
    }

    /** A page of another site, or one whose name was rebound to this address, has no token and a browser sends none by itself. */
    @ParameterizedTest
    @CsvSource({
        "localhost, https://evil.example, text/plain, 403 origin-not-allowed",
        "evil.example, https://evil.example, text/plain, 403 origin-not-allowed",
        "evil.example, http://evil.example, text/plain, 401 unauthenticated",
        "evil.example, http://evil.example, application/json, 401 unauthenticated"
    })
    void noOtherSiteMakesACall(String host, String origin, String type, String refusal) throws IOException {
        int sent = queue.sent().size();
        String answer = http.as("")
                .raw("POST /v1/follows:import HTTP/1.1\r\nHost: " + host
                        + "\r\nOrigin: " + origin + "\r\nCookie: session=1\r\nContent-Type: " + type
                        + "\r\nContent-Length: 11\r\nConnection: close\r\n\r\nc.zed c.ann");
        assertThat(answer)
                .startsWith("HTTP/1.1 " + refusal.substring(0, 3))
                .contains("/problems/" + refusal.substring(4));
        assertThat(http.get("/v1/users/c.zed/following").body()).doesNotContain("c.ann");
        assertThat(http.as("")
                        .raw("GET /v1/feeds/home/c.ann HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 401");
        assertThat(queue.sent()).hasSize(sent);
    }

    @Test
    void readsNoTokenInAForm() {
        String form = "access_token=" + TestTokens.service();
        Answer answer = http.as("").post("/v1/posts", "application/x-www-form-urlencoded", form);
        assertThat(answer.problem()).isEqualTo("unauthenticated");
        assertThat(http.post("/v1/posts", "application/x-www-form-urlencoded", form)
                        .problem())
                .isEqualTo("unsupported-media-type");
    }

    @Test
    void withoutATokenNobodyLearnsWhatExists() {
        Http nobody = http.as("");
        assertThat(nobody.get("/v1/nothing").problem()).isEqualTo("unauthenticated");
        assertThat(nobody.send("PATCH", "/v1/posts").problem()).isEqualTo("unauthenticated");
        assertThat(nobody.get("/actuator/health").problem()).isEqualTo("not-found");
        assertThat(nobody.management("/actuator/health").status()).isEqualTo(200);
        assertThat(http.send("OPTIONS", "/v1/posts/x").header("Allow")).isEqualTo("GET, HEAD, PUT, DELETE");
    }

    @Test
    void answersMayNotBeStoredByProxies() {
        Answer answer = user("c.ann").get("/v1/feeds/home/c.ann");
        assertThat(answer.header("Cache-Control")).contains("no-store");
        assertThat(answer.header("X-Content-Type-Options")).isEqualTo("nosniff");
    }

    @Test
    void readsHeadersAsThePageWouldBe() {
        String home = "/v1/feeds/home/c.ann";
        assertThat(user("c.ann").send("HEAD", home).status()).isEqualTo(200);
        assertThat(user("c.bob").send("HEAD", home).status()).isEqualTo(403);
        assertThat(http.as("").send("HEAD", home).status()).isEqualTo(401);
    }

    /** Spring Security refuses them where they are read, which may be in a controller. */
    @Test
    void refusesControlCharactersInHeaders() throws IOException {
        String body = Http.newPost("c.ann", "hello");
        String head = "POST /v1/posts HTTP/1.1\r\nHost: localhost\r\nX-Odd: a\u0085b\r\nConnection: close\r\n";
        String type = "Content-Type: application/json\r\nContent-Length: " + body.length();
        assertThat(http.raw(head + type + "\r\n\r\n" + body))
                .startsWith("HTTP/1.1 400")
                .contains("/problems/malformed-request");
    }

    @Test
    void anybodyMayAskWhoseTokensTheApiTakes() {
        Answer answer = http.as("").get("/.well-known/oauth-protected-resource");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.json().path("authorization_servers").get(0).asString())
                .isEqualTo(TestTokens.ISSUER);
        assertThat(answer.json().path("scopes_supported").toString()).contains("\"feed\"", "\"act-as\"");
        assertThat(answer.json()
                        .path("tls_client_certificate_bound_access_tokens")
                        .asBoolean(false))
                .isFalse();
    }

    @Test
    void onlyTheAuthorAndAdministratorsSeeTheFanoutOfARetractedPost() {
        String post = "/v1/posts/" + secret("c.hal");
        http.delete(post);
        for (String path : new String[] {"/fanout", "/jobs"}) {
            assertThat(user("c.hal").get(post + path).status()).isEqualTo(200);
            assertThat(user("c.eve").get(post + path).problem()).isEqualTo("post-gone");
            assertThat(http.user("c.mod", Scope.ADMIN, Scope.FEED)
                            .get(post + path)
                            .status())
                    .isEqualTo(200);
        }
        assertThat(user("c.eve").get(post + "/fanout/c.eve").problem()).isEqualTo("post-gone");
        Http backend = http.service(Scope.FEED);
        assertThat(backend.get(post + "/jobs").problem()).isEqualTo("post-gone");
        assertThat(backend.get(post + "/jobs?viewer=c.hal").status()).isEqualTo(200);
    }
}
