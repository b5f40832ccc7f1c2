package io.feedmill.laptop;

import static org.awaitility.Awaitility.await;

import io.feedmill.client.FeedmillClient;
import io.feedmill.client.Post.NewPost;
import io.feedmill.client.Post.Permissions;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A living feed of an embedded stack has no findings. */
@Tag("full")
@Timeout(180)
class LivingAuditIT {
    @Test
    void neitherOpenNorClosedWorkIsAFinding() throws Exception {
        FeedmillClient feedmill = SharedStack.get().client();
        feedmill.admin().importFollows(BodyPublishers.ofString("bob liv\ncleo liv\ndan liv\n"));
        List<String> posts = IntStream.range(0, 4)
                .mapToObj(i ->
                        feedmill.publishPost(new NewPost("liv", "post " + i)).id())
                .toList();
        live(feedmill, posts);
        AuditedStack.livingReport("--author=liv", "--extras")
                .assertCount("findings")
                .isZero();
        await().atMost(Duration.ofMinutes(1))
                .until(() -> feedmill.homeFeed("eli").count() == 3);
        AuditedStack.report(0, "--author=liv", "--extras")
                .assertCount("openPairs")
                .isBetween(2, 3);
    }

    /** Two unfollows are open for minutes: one of them by a block. */
    private static void live(FeedmillClient feedmill, List<String> posts) {
        FeedmillClient liv = feedmill.as("liv");
        feedmill.follow("eli", "liv");
        feedmill.unfollow("bob", "liv");
        liv.editPost(posts.get(0), 1, "edited", Map.of("a", 1));
        feedmill.retractPost(posts.get(1));
        liv.putPermissions(posts.get(2), new Permissions(List.of("cleo", "eli")));
        feedmill.mute("cleo", "liv");
        feedmill.block("liv", "dan");
    }
}
