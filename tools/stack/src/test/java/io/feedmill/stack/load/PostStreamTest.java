package io.feedmill.stack.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feedmill.stack.client.FeedmillClient;
import io.feedmill.stack.client.FeedmillClient.PublishedPost;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class PostStreamTest {

    private static final Persistence PERSISTENCE = new Persistence(Duration.ofMillis(1), Duration.ofMinutes(1));

    @Test
    void keepsEveryPostOnce() throws IOException {
        try (StubFeedmill feedmill = new StubFeedmill();
                FeedmillClient client = new FeedmillClient(feedmill.url(), () -> "token")) {
            feedmill.failures = 3;
            PostStream stream = new PostStream(client, PERSISTENCE, "run-1", number -> "user-" + number % 2);
            stream.start(Duration.ofMillis(5));
            await().until(() -> stream.sent().size() >= 10);
            stream.stop();
            assertThat(stream.sent())
                    .hasSizeGreaterThanOrEqualTo(10)
                    .allSatisfy(post -> assertThat(post.text()).contains("run-1"));
            assertThat(stream.sent()).extracting(PublishedPost::id).doesNotHaveDuplicates();
            assertThat(stream.unanswered()).isEmpty();
        }
    }

    @Test
    void beginsNoMoreWhileThirtyTwoAreNotAnswered() throws IOException {
        try (StubFeedmill feedmill = new StubFeedmill();
                FeedmillClient client = new FeedmillClient(feedmill.url(), () -> "token")) {
            feedmill.failures = Integer.MAX_VALUE;
            AtomicInteger begun = new AtomicInteger();
            PostStream stream =
                    new PostStream(client, PERSISTENCE, "run-1", number -> "user-" + begun.incrementAndGet());
            stream.start(Duration.ofMillis(1));
            await().until(() -> begun.get() > 32);
            await().during(Duration.ofMillis(300)).until(() -> begun.get() == 33);
            synchronized (feedmill) {
                feedmill.failures = 0;
            }
            stream.stop();
            assertThat(stream.sent()).hasSizeGreaterThanOrEqualTo(33);
        }
    }

    @Test
    void reportsUnansweredPosts() throws IOException {
        try (StubFeedmill feedmill = new StubFeedmill();
                FeedmillClient client = new FeedmillClient(feedmill.url(), () -> "token")) {
            feedmill.failure = 400;
            feedmill.failures = 1;
            PostStream stream = new PostStream(client, PERSISTENCE, "run-1", number -> "bob");
            stream.start(Duration.ofMillis(5));
            await().until(() -> !stream.unanswered().isEmpty());
            stream.stop();
            assertThat(stream.unanswered())
                    .singleElement()
                    .asString()
                    .matches("Post \\d+ was never answered: .* answered 400: ");
            String failed = stream.unanswered().getFirst().replaceFirst(" was never.*", " of run-1");
            assertThat(stream.sent()).noneMatch(sent -> sent.text().startsWith(failed));
        }
    }
}
