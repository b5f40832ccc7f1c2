package io.feedmill.chaos.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feedmill.client.FeedmillClient;
import io.feedmill.client.Post;
import io.feedmill.stack.living.Event;
import io.feedmill.stack.living.FeedModel;
import io.feedmill.stack.load.EventCalls;
import io.feedmill.stack.load.Persistence;
import io.feedmill.stack.load.RunClock;
import io.feedmill.stack.load.StubFeedmill;
import io.feedmill.stack.verify.Findings;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class EventLoadTest {
    @AutoClose
    private final StubFeedmill feedmill = new StubFeedmill();

    private final FeedmillClient client = feedmill.client();
    private final EventCalls calls =
            new EventCalls(client, new Persistence(Duration.ofMillis(1), Duration.ofMinutes(1)), "run-1");
    private final FeedModel model = new FeedModel();
    private final Findings findings = new Findings();
    private final EventLoad load = new EventLoad(calls, model, findings, Duration.ofDays(1), new RunClock());
    private final AtomicInteger begun = new AtomicInteger();

    EventLoadTest() throws IOException {}

    private List<Event> post(int number) {
        begun.incrementAndGet();
        return List.of(new Event.Publish(Integer.toString(number), "bob", "Post " + number));
    }

    @Test
    void keepsEveryPostOnce() {
        feedmill.failures = 3;
        load.start(Duration.ofMillis(5), this::post);
        await().until(() -> load.published() >= 10);
        load.stop();
        assertThat(calls.posts()).hasSizeGreaterThanOrEqualTo(10).hasSameSizeAs(model.posts());
        assertThat(calls.posts().values()).extracting(Post::id).doesNotHaveDuplicates();
        assertThat(load.repeated()).isBetween(1, 3);
        assertThat(findings.count()).isZero();
    }

    @Test
    void beginsNoMoreWhileThirtyTwoAreNotAnswered() {
        feedmill.failures = Integer.MAX_VALUE;
        load.start(Duration.ofMillis(1), this::post);
        await().until(() -> begun.get() > 32);
        await().during(Duration.ofMillis(300)).until(() -> begun.get() == 33);
        synchronized (feedmill) {
            feedmill.failures = 0;
        }
        load.stop();
        assertThat(load.published()).isGreaterThanOrEqualTo(33);
    }

    @Test
    void theCallsOfASequenceComeOneAfterTheOther() {
        load.start(
                Duration.ofMillis(5),
                number -> List.of(new Event.Follow("ann", "bob" + number), new Event.Unfollow("ann", "bob" + number)));
        await().until(() -> model.calls(Event.Unfollow.class) >= 10);
        load.stop();
        assertThat(model.calls(Event.Unfollow.class)).isEqualTo(model.calls(Event.Follow.class));
        assertThat(model.followers("bob0")).isEmpty();
        assertThat(feedmill.changes).containsSubsequence("PUT ann bob0", "DELETE ann bob0");
    }

    @Test
    void aSequenceEndsAtACallThatIsNeverAnswered() {
        feedmill.failure = 400;
        feedmill.failures = 1;
        load.start(Duration.ofMillis(5), number -> {
            begun.incrementAndGet();
            return List.of(new Event.Follow("ann", "bob" + number), new Event.Unfollow("ann", "bob" + number));
        });
        await().until(() -> findings.count() > 0);
        load.stop();
        assertThat(model.calls(Event.Unfollow.class)).isEqualTo(begun.get() - 1);
        assertThat(findings.count()).isEqualTo(1);
    }

    @Test
    void aPostThatIsNeverAnsweredIsAFinding() {
        feedmill.failure = 400;
        feedmill.failures = 1;
        load.start(Duration.ofMillis(5), this::post);
        await().until(() -> findings.count() > 0);
        load.stop();
        assertThat(findings.first())
                .singleElement()
                .asString()
                .matches("Publish.* was never answered: .* answered 400: ");
        assertThat(load.published())
                .isEqualTo(begun.get() - 1)
                .isEqualTo(model.posts().size());
    }
}
