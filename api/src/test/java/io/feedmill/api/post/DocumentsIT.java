package io.feedmill.api.post;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.api.ApiTest;
import io.feedmill.api.Http;
import io.feedmill.api.Http.Answer;
import io.feedmill.common.fanout.Job;
import io.feedmill.common.fanout.Plan;
import io.feedmill.common.fanout.Skipped;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.Ticks;
import io.feedmill.common.post.Audience;
import io.feedmill.common.post.Content;
import io.feedmill.common.post.Post;
import io.feedmill.common.publish.Change;
import io.feedmill.testkit.MemoryQueue;
import io.feedmill.testkit.MemoryStores;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Metadata, versions and permissions over HTTP. */
@ApiTest
record DocumentsIT(Http http, MemoryStores stores, MemoryQueue queue) {
    @Test
    void metadataIsReadAsItWasPut() {
        String post = http.publish("doc", "hello");
        assertThat(http.get(path(post, "metadata")).body()).isEqualTo("{}");
        assertThat(put(post, "metadata", "{\"lang\":\"en\",\"a\":\"\"}").status())
                .isEqualTo(204);
        assertThat(http.get(path(post, "metadata")).body()).isEqualTo("{\"a\":\"\",\"lang\":\"en\"}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"a\":1}", "{\"a\":null}", "{\"a\":{}}", "[]", "{\"\":\"b\"}"})
    void metadataIsAFlatMapOfStrings(String body) {
        assertThat(put(http.publish("doc", "hello"), "metadata", body).problem())
                .isEqualTo("invalid-body");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"a\":\"x\\ud83d\"}",
                "{\"\\ude00\":\"b\"}",
                "{\"x\\ud83d\":\"b\"}",
                "{\"a\":\"\\u0000\"}",
                "{\"a\\u001b[31m\":\"b\"}",
                "{\"a\":\"\\u009b\"}"
            })
    void metadataHasNoHalfSurrogatesAndNoControlCharacters(String body) {
        String post = http.publish("doc", "hello");
        Answer answer = put(post, "metadata", body);
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.problem()).isIn("invalid-body", "malformed-json");
        assertThat(http.get(path(post, "metadata")).body()).isEqualTo("{}");
    }

    @Test
    void metadataKeepsTabsLinesAndDirections() {
        String post = http.publish("doc", "hello");
        String body = "{\"a\":\"\\t\\r\\n\u202e\u2066\u2069\"}";
        assertThat(put(post, "metadata", body).status()).isEqualTo(204);
        assertThat(http.get(path(post, "metadata")).body()).isEqualTo(body);
    }

    @Test
    void metadataTakesFourKibibytes() {
        String post = http.publish("doc", "hello");
        assertThat(put(post, "metadata", "{\"a\":\"" + "x".repeat(4_095) + "\"}")
                        .status())
                .isEqualTo(204);
        assertThat(put(post, "metadata", "{\"a\":\"" + "x".repeat(4_096) + "\"}")
                        .problem())
                .isEqualTo("invalid-body");
    }

    /** A page has room for 13 texts of 10,000 code points of four bytes. */
    @Test
    void aPageOfLongVersionsEndsEarly() {
        PostId id = PostId.parse(http.publish("doc", "hello"));
        for (int i = 0; i < 14; i++) {
            Post post = stores.posts().find(id).orElseThrow();
            Change edit = new Change.Edit(Content.of("😀".repeat(10_000)), Duration.ZERO);
            stores.posts().change(post, edit, JobId.create(id.tick() + i + 1, new Random(i)));
        }
        List<Answer> pages = http.pages(path(id.value(), "versions?limit=100")).toList();
        assertThat(pages).hasSize(2);
        assertThat(pages.getFirst().items("version")).hasSize(14);
        assertThat(pages.getLast().items("version")).containsExactly("15");
    }

    @Test
    void permissionsAreReadAsTheyWerePut() {
        for (String permissions : List.of("\"public\"", "\"followers\"", "[]", "[\"bob\",\"cleo\"]")) {
            String post = http.publish("doc", "hello");
            String body = "{\"permissions\":" + permissions + "}";
            assertThat(put(post, "permissions", body).status()).isEqualTo(204);
            assertThat(http.get(path(post, "permissions") + "?viewer=doc").body())
                    .isEqualTo(body);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"permissions\":null}", "{\"permissions\":\"all\"}", "{\"permissions\":[1]}"})
    void permissionsAreOneOfThree(String body) {
        assertThat(put(http.publish("doc", "hello"), "permissions", body).problem())
                .isEqualTo("invalid-body");
    }

    @Test
    void viewersWithoutPermissionNeitherViewNorReact() {
        String post = http.publish("doc", "hello");
        put(post, "permissions", "{\"permissions\":[\"bob\"]}");
        assertThat(view(post, "cleo").problem()).isEqualTo("post-not-found");
        assertThat(view(post, "bob").status()).isEqualTo(202);
        assertThat(http.put(path(post, "reactions/like/cleo")).problem()).isEqualTo("post-not-found");
        assertThat(http.put(path(post, "reactions/like/bob")).status()).isEqualTo(204);
    }

    private Answer view(String post, String viewer) {
        return http.post(path(post, "views"), "{\"viewer\":\"" + viewer + "\"}");
    }

    /** The fan-out of the post stays visible. */
    @Test
    void aChangeOfPermissionsSendsAJobOfItsOwn() {
        String post = http.publish("doc", "hello");
        put(post, "permissions", "{\"permissions\":\"followers\"}");
        Plan plan = (Plan) queue.sent().getLast().message();
        Job job = stores.jobs().find(plan.job()).orElseThrow();
        assertThat(job.post().value()).isEqualTo(post);
        assertThat(job.publishes()).isFalse();
        assertThat(plan.author()).hasToString("doc");
        stores.jobs().closeInlineDelivery(job, 7, Skipped.NONE);
        assertThat(http.get(path(post, "fanout") + "?viewer=doc").text("state")).isEqualTo("ACCEPTED");
        assertThat(http.get(path(plan.job().value(), "fanout") + "?viewer=doc").problem())
                .isEqualTo("post-not-found");
    }

    @Test
    void equalPermissionsChangeNothing() {
        String post = http.publish("doc", "hello");
        int sent = queue.sent().size();
        assertThat(put(post, "permissions", "{\"permissions\":\"public\"}").status())
                .isEqualTo(204);
        assertThat(queue.sent()).hasSize(sent);
        put(post, "permissions", "{\"permissions\":[\"bob\",\"cleo\"]}");
        assertThat(put(post, "permissions", "{\"permissions\":[\"cleo\",\"bob\"]}")
                        .status())
                .isEqualTo(204);
        assertThat(queue.sent()).hasSize(sent + 1);
    }

    /** The first change comes from another process, whose clock is ahead: the test has more than a second. */
    @Test
    void aSecondChangeWithinASecondIsRefused() {
        String id = http.publish("doc", "hello");
        Post post = stores.posts().find(PostId.parse(id)).orElseThrow();
        JobId first = JobId.create(Ticks.ofInstant(Instant.now().plusMillis(900)), new Random());
        stores.posts().change(post, new Change.Permissions(new Audience.Followers(), Duration.ZERO, false), first);
        int sent = queue.sent().size();
        Answer answer = put(id, "permissions", "{\"permissions\":\"public\"}");
        assertThat(answer.status()).isEqualTo(429);
        assertThat(answer.problem()).isEqualTo("too-many-changes");
        assertThat(answer.header("Retry-After")).isEqualTo("1");
        assertThat(http.get(path(id, "permissions") + "?viewer=doc").body())
                .isEqualTo("{\"permissions\":\"followers\"}");
        assertThat(queue.sent()).hasSize(sent);
    }

    private static String path(String post, String part) {
        return "/v1/posts/" + post + "/" + part;
    }

    private Answer put(String post, String part, String body) {
        String author = stores.posts()
                .find(PostId.parse(post))
                .map(found -> found.author().value())
                .orElse("nobody");
        return http.put(path(post, part) + "?viewer=" + author, body);
    }
}
