package io.feedmill.api.post;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.api.ApiTest;
import io.feedmill.api.Http;
import io.feedmill.api.Http.Answer;
import io.feedmill.api.security.Scope;
import io.feedmill.testkit.memory.FaultRules;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Posts by their ids. */
@ApiTest
record PostListIT(Http http, FaultRules calls) {
    private static final String UNKNOWN = "1111111111111111111111";

    private String publish(String author, String permissions) {
        return http.post(
                        "/v1/posts",
                        "{\"author\":\"%s\",\"text\":\"hi\",\"permissions\":%s}".formatted(author, permissions))
                .id();
    }

    private Answer read(String viewer, List<String> ids) {
        Answer answer =
                http.get("/v1/posts?ids=" + String.join(",", ids) + (viewer.isEmpty() ? "" : "&viewer=" + viewer));
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        return answer;
    }

    private static List<String> left(Answer answer) {
        return answer.json().path("left").valueStream().map(JsonNode::asString).toList();
    }

    @Test
    void eachIsAsItIsReadAloneInTheOrderOfTheRequest() {
        List<String> ids = new ArrayList<>(List.of(
                http.publish("l.ann", "plain"),
                http.post(
                                "/v1/posts",
                                "{\"author\":\"l.bob\",\"text\":\"hi\",\"data\":{\"n\":1},\"place\":{\"country\":\"Listland\"}}")
                        .id(),
                http.publish("l.ann", "x".repeat(5_000))));
        http.put("/v1/posts/" + ids.getFirst() + "?viewer=l.ann", "*", "{\"text\":\"second\"}");
        for (List<String> asked : List.of(ids, ids.reversed())) {
            Answer list = read("", asked);
            assertThat(list.items("id")).isEqualTo(asked);
            assertThat(left(list)).isEmpty();
            list.json()
                    .path("items")
                    .forEach(item -> assertThat(item)
                            .isEqualTo(http.get("/v1/posts/" + item.path("id").asString())
                                    .json()));
        }
        assertThat(read("", List.of(ids.getLast(), ids.getFirst(), ids.getLast()))
                        .items("id"))
                .containsExactly(ids.getLast(), ids.getFirst());
    }

    @Test
    void leavesOutWhatIsGoneUnknownOrNotForTheViewer() {
        String all = publish("l.cid", "\"public\"");
        String followers = publish("l.cid", "\"followers\"");
        String bobs = publish("l.cid", "[\"l.bob\"]");
        String own = publish("l.cid", "[]");
        String gone = publish("l.cid", "\"public\"");
        http.delete("/v1/posts/" + gone + "?viewer=l.cid");
        http.put("/v1/users/l.fan/following/l.cid");
        http.put("/v1/users/l.cid/blocked/l.foe");
        List<String> ids = List.of(own, UNKNOWN, bobs, followers, gone, all);
        assertThat(read("", ids).items("id")).containsExactly(all);
        assertThat(read("l.bob", ids).items("id")).containsExactly(bobs, all);
        assertThat(read("l.fan", ids).items("id")).containsExactly(followers, all);
        assertThat(read("l.cid", ids).items("id")).containsExactly(own, bobs, followers, all);
        assertThat(read("l.foe", ids).body()).isEqualTo("{\"items\":[],\"left\":[]}");
    }

    /** The job of a change has an id like a post's, and would tell which post it changes. */
    @Test
    void theIdOfAJobIsNoPost() {
        String post = publish("l.dan", "\"public\"");
        http.put("/v1/posts/" + post + "?viewer=l.dan", "*", "{\"text\":\"second\"}");
        List<String> jobs = http.get("/v1/posts/" + post + "/jobs?viewer=l.dan").items("job");
        assertThat(jobs).hasSize(2).contains(post);
        assertThat(read("l.dan", jobs).items("id")).containsExactly(post);
        assertThat(read("l.dan", List.of(jobs.getLast())).items("id")).isEmpty();
    }

    /** There is room for 13 texts of 10,000 code points of four bytes. */
    @Test
    void whatHasNoRoomIsLeftInTheOrderOfTheRequest() {
        List<String> ids = IntStream.range(0, 15)
                .mapToObj(i -> http.publish("l.long", "😀".repeat(10_000)))
                .toList();
        Answer first = read("", ids);
        assertThat(first.items("id")).isEqualTo(ids.subList(0, 13));
        assertThat(left(first)).isEqualTo(ids.subList(13, 15));
        Answer second = read("", left(first));
        assertThat(second.items("id")).isEqualTo(ids.subList(13, 15));
        assertThat(left(second)).isEmpty();
    }

    @Test
    void aHundredPostsCostThreeReadsOfTheStore() {
        List<String> ids = IntStream.range(0, 100)
                .mapToObj(i -> http.publish("l.many", "hi"))
                .toList();
        AtomicInteger reads = new AtomicInteger();
        calls.before(call -> {
            if (call.names("posts", ids.getFirst())
                    || call.names("fanouts", ids.getFirst())
                    || call.names("authors", "user:l.many")) {
                reads.incrementAndGet();
            }
        });
        assertThat(read("", ids).items("id")).isEqualTo(ids);
        assertThat(reads).hasValue(3);
    }

    @Test
    void tenIdsAreACall() {
        assertThat(callsLeft("l.ten", 10)).isGreaterThanOrEqualTo(1_199);
        assertThat(callsLeft("l.hundred", 100)).isBetween(1_190, 1_194); // it has some back each second
    }

    private int callsLeft(String user, int ids) {
        String limit = http.user(user, Scope.FEED)
                .get("/v1/posts?ids=" + String.join(",", Collections.nCopies(ids, UNKNOWN)))
                .header("RateLimit");
        return Integer.parseInt(limit.replaceAll(".*r=(\\d+).*", "$1"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"?ids=", "", "?ids=x", "?ids=" + UNKNOWN + ",", "?ids=" + UNKNOWN + ",0111111111111111111111"})
    void refusesInvalidIds(String query) {
        assertThat(http.get("/v1/posts" + query).problem()).isEqualTo("invalid-parameter");
    }

    @Test
    void refusesMoreThanAHundred() {
        String hundred = String.join(",", Collections.nCopies(100, UNKNOWN));
        assertThat(http.get("/v1/posts?ids=" + hundred).status()).isEqualTo(200);
        assertThat(http.get("/v1/posts?ids=" + hundred + "," + UNKNOWN).problem())
                .isEqualTo("invalid-parameter");
    }
}
