package io.feedmill.api.follow;

import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.api.Http;
import io.feedmill.api.Http.Answer;
import io.feedmill.api.ServerTest;
import io.feedmill.common.follow.FollowStore;
import io.feedmill.common.key.UserId;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Follows in real tables. */
@ServerTest
record ImportIT(Http http, FollowStore follows) {
    @Tag("full")
    @Test
    void importsBothRowsOfEachLineAndMayBeRepeated() {
        List<String> followers =
                IntStream.range(0, 3_000).mapToObj("u%04d"::formatted).collect(Collectors.toList());
        Collections.shuffle(followers, new Random(1));
        String lines =
                followers.stream().map(user -> user + " star\nbad\n").collect(Collectors.joining("", "# graph\n", ""));
        for (int i = 0; i < 2; i++) {
            Answer answer = http.post("/v1/follows:import", "text/plain", lines);
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.json().path("imported").asInt()).isEqualTo(3_000);
            assertThat(answer.json().path("rejectedCount").asInt()).isEqualTo(3_000);
            assertThat(answer.json().path("rejected").size()).isEqualTo(1_000);
            assertThat(follows.followersAfter(user("star"), null, 5_000))
                    .isEqualTo(followers.stream().sorted().map(UserId::new).toList());
        }
        assertThat(http.get("/v1/users/u2999/following").body())
                .isEqualTo("{\"items\":[\"star\"],\"end\":\"complete\"}");
    }

    @Test
    void followsAndUnfollowsOne() {
        assertThat(http.put("/v1/users/one/following/other").status()).isEqualTo(204);
        assertThat(http.put("/v1/users/one/following/other").status()).isEqualTo(204);
        assertThat(http.get("/v1/users/other/followers").body())
                .isEqualTo("{\"items\":[\"one\"],\"end\":\"complete\"}");
        assertThat(http.delete("/v1/users/one/following/other").status()).isEqualTo(204);
        assertThat(http.get("/v1/users/one/following").body()).isEqualTo("{\"items\":[],\"end\":\"complete\"}");
    }
}
