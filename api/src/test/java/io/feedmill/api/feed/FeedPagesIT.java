package io.feedmill.api.feed;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.api.Http;
import io.feedmill.api.ServerTest;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Pages of feeds in real tables. */
@ServerTest
record FeedPagesIT(Http http) {
    private static final int BEFORE = 120;

    @Test
    void showsThePostsOfItsStartExactlyOnceWhilePostsArrive() throws Exception {
        List<String> before = IntStream.range(0, BEFORE)
                .mapToObj(i -> http.publish("walked", "post"))
                .toList();
        AtomicBoolean done = new AtomicBoolean();
        CountDownLatch started = new CountDownLatch(3);
        Thread publishing = Thread.startVirtualThread(() -> {
            while (!done.get()) {
                http.publish("walked", "meanwhile");
                started.countDown();
            }
        });
        started.await();
        List<String> seen = http.walk("/v1/feeds/home/walked?limit=7", "post");
        done.set(true);
        publishing.join();
        assertThat(seen).doesNotHaveDuplicates();
        assertThat(seen.stream().filter(before::contains)).isEqualTo(before.reversed());
        assertThat(http.walk("/v1/feeds/user/walked?limit=100", "post"))
                .hasSizeGreaterThan(BEFORE + 3)
                .endsWith(before.getFirst());
    }

    @Test
    void theLastPageHasNoCursor() {
        IntStream.range(0, 10).forEach(i -> http.publish("exact", "post"));
        assertThat(http.walk("/v1/feeds/home/exact?limit=5", "post")).hasSize(10);
        assertThat(http.get("/v1/feeds/home/exact?limit=10").next()).isEmpty();
        assertThat(http.get("/v1/feeds/home/exact?limit=9").next()).isPresent();
    }

    @Test
    void showsARangeOfTime() {
        List<String> posts = IntStream.range(0, 6)
                .mapToObj(i -> http.publish("span", "post"))
                .toList();
        List<String> times = http.get("/v1/feeds/user/span").items("createdAt").reversed();
        String span = "/v1/feeds/user/span?from=" + times.get(1) + "&to=" + times.get(5);
        assertThat(http.walk(span + "&limit=3", "post"))
                .isEqualTo(posts.subList(1, 5).reversed());
    }
}
