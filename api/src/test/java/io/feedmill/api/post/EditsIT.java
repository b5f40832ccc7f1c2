package io.feedmill.api.post;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.api.ApiTest;
import io.feedmill.api.Http;
import io.feedmill.api.Http.Answer;
import io.feedmill.common.fanout.Job;
import io.feedmill.common.fanout.Plan;
import io.feedmill.common.fanout.Skipped;
import io.feedmill.common.fanout.Skipped.Reason;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.post.Post;
import io.feedmill.testkit.MemoryQueue;
import io.feedmill.testkit.MemoryStores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Edits and data of posts over HTTP. */
@ApiTest
record EditsIT(Http http, MemoryStores stores, MemoryQueue queue) {
    private static final String DATA = "{\"lang\":\"en\",\"n\":[1,2.50,12345678901234567890,null,true],\"o\":{}}";

    private Answer put(String post, String ifMatch, String body) {
        return http.put(ofAuthor(post), ifMatch, body);
    }

    private String ofAuthor(String post) {
        UserId author =
                stores.posts().find(PostId.parse(post)).map(Post::author).orElse(new UserId("nobody"));
        return "/v1/posts/" + post + "?viewer=" + author;
    }

    private static String body(String text, String data) {
        return "{\"text\":\"" + text + "\",\"data\":" + data + "}";
    }

    @Test
    void anEditIsTheNextVersion() {
        Answer created = http.post("/v1/posts", Http.newPost("edi", "first"));
        assertThat(created.header("ETag")).isEqualTo("\"1\"");
        String post = created.id();
        Answer edited = put(post, created.header("ETag"), "{\"text\":\"second\"}");
        assertThat(edited.status()).isEqualTo(200);
        assertThat(edited.header("ETag")).isEqualTo("\"2\"");
        assertThat(edited.text("text")).isEqualTo("second");
        assertThat(edited.json().path("version").asInt()).isEqualTo(2);
        assertThat(edited.json().path("createdAt")).isEqualTo(created.json().path("createdAt"));
        Answer read = http.get("/v1/posts/" + post);
        assertThat(read.json()).isEqualTo(edited.json());
        assertThat(read.header("ETag")).isEqualTo("\"2\"");
        for (String feed : new String[] {"home", "user"}) {
            assertThat(http.get("/v1/feeds/" + feed + "/edi").items("text"))
                    .contains("second")
                    .doesNotContain("first");
        }
    }

    @Test
    void historyKeepsEachVersion() {
        String post = http.post("/v1/posts", "{\"author\":\"his\",\"text\":\"first\",\"data\":" + DATA + "}")
                .id();
        put(post, "\"1\"", "{\"text\":\"second\"}");
        assertThat(http.get("/v1/posts/" + post + "/versions").body())
                .isEqualTo("{\"items\":[{\"version\":1,\"text\":\"first\",\"data\":" + DATA
                        + "},{\"version\":2,\"text\":\"second\"}],\"end\":\"complete\"}");
        assertThat(http.get("/v1/posts/" + post + "/versions/1").body())
                .isEqualTo("{\"version\":1,\"text\":\"first\",\"data\":" + DATA + "}");
        for (String number : new String[] {"3", "0", "x", "99999999999"}) {
            assertThat(http.get("/v1/posts/" + post + "/versions/" + number).problem())
                    .isEqualTo("version-not-found");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"2\"", "W/\"2\"", "\"01\"", "\"2\", \"3\""})
    void anotherVersionIsStaleAndNothingIsWritten(String ifMatch) {
        String post = http.publish("sta", "first");
        int sent = queue.sent().size();
        Answer answer = put(post, ifMatch, "{\"text\":\"second\"}");
        assertThat(answer.status()).isEqualTo(412);
        assertThat(answer.problem()).isEqualTo("version-stale");
        assertThat(http.get("/v1/posts/" + post).json().path("version").asInt()).isEqualTo(1);
        assertThat(queue.sent()).hasSize(sent);
    }

    @Test
    void aTagWithoutQuotationMarksIsMalformed() {
        assertThat(put(http.publish("quo", "first"), "1", "{\"text\":\"second\"}")
                        .problem())
                .isEqualTo("malformed-request");
    }

    @Test
    void anEditHasAJobThatIsShown() {
        String post = http.publish("job", "first");
        put(post, "\"1\"", "{\"text\":\"second\"}");
        Plan plan = (Plan) queue.sent().getLast().message();
        Job job = stores.jobs().find(plan.job()).orElseThrow();
        stores.jobs().closeInlineDelivery(job, 2, Skipped.by(Reason.NOT_FOLLOWING, 1));
        Answer shown = http.get("/v1/posts/" + post + "/fanout?job=" + plan.job());
        assertThat(shown.text("cause")).isEqualTo("edit");
        assertThat(shown.text("state")).isEqualTo("COMPLETE");
        assertThat(shown.json().path("delivered").asInt()).isEqualTo(2);
        assertThat(shown.json().has("cleared")).isFalse();
        assertThat(http.get("/v1/posts/" + post + "/fanout").text("cause")).isEqualTo("publication");
        assertThat(http.get("/v1/posts/" + post + "/jobs").items("job"))
                .containsExactly(post, plan.job().value());
        Answer page = http.get("/v1/posts/" + post + "/jobs?limit=1");
        assertThat(page.items("job")).containsExactly(post);
        assertThat(http.get("/v1/posts/" + post + "/jobs?limit=1&cursor="
                                + page.next().orElseThrow())
                        .items("job"))
                .containsExactly(plan.job().value());
    }

    @Test
    void aJobOfAnotherPostIsNotFound() {
        String post = http.publish("one", "first");
        String other = http.publish("two", "first");
        for (String job :
                new String[] {other, "x", JobId.of(new PostId(9, "11111111111")).value()}) {
            assertThat(http.get("/v1/posts/" + post + "/fanout?job=" + job).problem())
                    .isEqualTo("job-not-found");
        }
    }

    @Test
    void dataIsInThePostAndInFeedsAsItWasSent() {
        Answer created = http.post("/v1/posts", "{\"author\":\"dat\",\"text\":\"hi\",\"data\": " + DATA + "}");
        assertThat(created.body()).contains("\"data\":" + DATA + ",");
        assertThat(http.get("/v1/feeds/home/dat").body()).contains("\"data\":" + DATA + ",");
    }

    /** It does not fit into the feed's row. */
    @Test
    void largeDataIsInFeedsToo() {
        String large = "{\"a\":\"" + "x".repeat(4_088) + "\"}";
        http.post("/v1/posts", "{\"author\":\"big\",\"text\":\"hi\",\"data\":" + large + "}");
        for (String feed : new String[] {"home", "user"}) {
            assertThat(http.get("/v1/feeds/" + feed + "/big").body())
                    .contains("\"text\":\"hi\",\"data\":" + large + ",");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "\"a\"", "[]", "true", "{\"a\":\"\\ud83d\"}", "{\"a\":1,\"a\":2}"})
    void dataIsAnObject(String data) {
        assertThat(http.post("/v1/posts", "{\"author\":\"dat\",\"text\":\"hi\",\"data\":" + data + "}")
                        .status())
                .isEqualTo(400);
        assertThat(put(http.publish("dat", "hi"), "\"1\"", body("hi", data)).status())
                .isEqualTo(400);
    }

    @Test
    void dataHasUpTo4096Bytes() {
        String most = "{\"a\": \"" + "x".repeat(4_088) + "\"}";
        String more = "{\"a\":\"" + "x".repeat(4_087) + "ä\"}";
        String post = http.publish("dat", "hi");
        assertThat(put(post, "\"1\"", body("hi", more)).problem()).isEqualTo("invalid-body");
        assertThat(put(post, "\"1\"", body("hi", most)).status()).isEqualTo(200);
    }
}
