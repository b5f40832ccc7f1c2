package io.feedmill.api.counter;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.api.ApiTest;
import io.feedmill.api.Http;
import io.feedmill.api.security.Scope;
import io.feedmill.testkit.memory.FaultRules;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The counters of a post that many read at once. */
@ApiTest
record CountersIT(Http http, FaultRules calls) {
    private int read(String user, String post) {
        return http.user(user, Scope.FEED)
                .get("/v1/posts/" + post + "/counters")
                .status();
    }

    private void assertReadOnceASecond(String post, int status) {
        AtomicInteger reads = new AtomicInteger();
        calls.before(call -> reads.addAndGet(call.names("posts", post) ? 1 : 0));
        long began = System.nanoTime();
        for (int i = 0; i < 100; i++) {
            assertThat(read("counters.reader-" + i, post)).isEqualTo(status);
        }
        long seconds = Duration.ofNanos(System.nanoTime() - began).toSeconds();
        assertThat(reads).hasValueLessThanOrEqualTo(2 * (int) seconds + 4);
    }

    @Test
    void readersOfThePostReadItsRowOnceASecond() {
        assertReadOnceASecond(http.publish("counters.ann", "hello"), 200);
    }

    @Test
    void aNarrowedPostIsHiddenAtOnce() {
        String post = http.publish("counters.ann", "hello");
        assertThat(read("counters.bob", post)).isEqualTo(200);
        http.put("/v1/posts/" + post + "/permissions?viewer=counters.ann", "{\"permissions\":[\"counters.cid\"]}");
        assertThat(read("counters.bob", post)).isEqualTo(404);
        assertThat(read("counters.cid", post)).isEqualTo(200);
    }

    @Test
    void aRetractedPostIsGoneAtOnceAndItsTombstoneIsReadOnceASecond() {
        String post = http.publish("counters.ann", "hello");
        assertThat(read("counters.bob", post)).isEqualTo(200);
        http.delete("/v1/posts/" + post);
        assertReadOnceASecond(post, 410);
    }

    @Test
    void anAuthorsCountersTellFollowersAndFollowing() {
        http.put("/v1/users/counters.cid/following/counters.dan");
        http.put("/v1/users/counters.eve/following/counters.dan");
        http.put("/v1/users/counters.dan/following/counters.eve");
        http.delete("/v1/users/counters.eve/following/counters.dan");
        assertThat(http.get("/v1/users/counters.dan/counters").body())
                .isEqualTo("{\"posts\":0,\"deliveries\":0,\"followers\":{\"count\":1,\"exact\":true},"
                        + "\"following\":{\"count\":1,\"exact\":true}}");
    }
}
