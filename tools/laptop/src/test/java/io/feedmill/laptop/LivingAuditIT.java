package io.feedmill.laptop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feedmill.stack.client.FeedmillClient;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A living feed of an embedded stack has no findings. */
@Tag("full")
@Timeout(180)
class LivingAuditIT {
    private final HttpClient http = HttpClient.newHttpClient();

    private void call(FeedmillClient feedmill, String method, String path, String body)
            throws IOException, InterruptedException {
        HttpRequest request = feedmill.request("/v1/" + path)
                .method(method, BodyPublishers.ofString(body))
                .header("Content-Type", "application/json")
                .header("If-Match", "*")
                .build();
        int status = http.send(request, BodyHandlers.discarding()).statusCode();
        assertThat(status).as(path).isBetween(200, 204);
    }

    @Test
    void neitherOpenNorClosedWorkIsAFinding() throws Exception {
        try (FeedmillClient feedmill = SharedStack.get().client()) {
            feedmill.importFollows("bob liv\ncleo liv\ndan liv\n");
            List<String> posts = IntStream.range(0, 4)
                    .mapToObj(i ->
                            feedmill.publish("liv", "post " + i, "liv-" + i).id())
                    .toList();
            live(feedmill, posts);
            AuditedStack.report(0, "--author=liv", "--extras");
            await().atMost(Duration.ofMinutes(1))
                    .until(() -> feedmill.homeFeed("eli").size() == 3);
            AuditedStack.report(0, "--author=liv", "--extras")
                    .assertCount("openPairs")
                    .isBetween(2, 3);
        }
    }

    /** Two unfollows are open for minutes: one of them by a block. */
    private void live(FeedmillClient feedmill, List<String> posts) throws IOException, InterruptedException {
        feedmill.follow("eli", "liv");
        feedmill.unfollow("bob", "liv");
        call(feedmill, "PUT", "posts/" + posts.get(0) + "?viewer=liv", "{\"text\": \"edited\", \"data\": {\"a\": 1}}");
        call(feedmill, "DELETE", "posts/" + posts.get(1), "");
        call(
                feedmill,
                "PUT",
                "posts/%s/permissions?viewer=liv".formatted(posts.get(2)),
                "{\"permissions\": [\"cleo\", \"eli\"]}");
        call(feedmill, "PUT", "users/cleo/muted/liv", "");
        call(feedmill, "PUT", "users/liv/blocked/dan", "");
    }
}
