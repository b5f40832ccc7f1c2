package io.feedmill.stack.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.client.FeedmillClient;
import io.feedmill.stack.living.Event;
import io.feedmill.stack.load.Persistence.Answer;
import java.io.IOException;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class EventCallsTest {

    @AutoClose
    private final StubFeedmill feedmill = new StubFeedmill();

    private final FeedmillClient client = feedmill.client();
    private final EventCalls calls =
            new EventCalls(client, new Persistence(Duration.ofMillis(1), Duration.ofMinutes(1)), "run");

    EventCallsTest() throws IOException {}

    @Test
    void namesPosts() {
        assertThat(calls.send(new Event.Publish("p", "bob", "hello"))).isEqualTo(new Answer<>(true, 1));
        assertThat(calls.post("p").text()).isEqualTo("hello");
        assertThat(calls.posts()).containsOnlyKeys("p");
    }

    @Test
    void waitsForTheNextSecondAfterAChange() {
        failWith(429);
        assertThat(calls.send(new Event.Follow("ann", "bob"))).isEqualTo(new Answer<>(true, 2));
        assertThat(feedmill.changes).containsExactly("PUT ann bob");
    }

    @Test
    void aFollowPastABlockIsRefused() {
        failWith(403);
        assertThat(calls.send(new Event.Follow("ann", "bob"))).isEqualTo(new Answer<>(false, 1));
        assertThat(feedmill.changes).isEmpty();
    }

    @Test
    void aChangeOfARetractedPostIsRefused() {
        calls.send(new Event.Publish("p", "bob", "hello"));
        failWith(410);
        assertThat(calls.send(new Event.Edit("p", "new")).value()).isFalse();
        assertThat(calls.post("p").version()).isEqualTo(1);
    }

    @Test
    void aStaleEditWasDoneByTheCallBefore() {
        calls.send(new Event.Publish("p", "bob", "hello"));
        failWith(412);
        assertThat(calls.send(new Event.Edit("p", "new")).value()).isTrue();
        assertThat(calls.post("p").version()).isEqualTo(2);
        assertThat(calls.post("p").text()).isEqualTo("new");
    }

    @Test
    void repeatsACallOnTheNextApi() throws IOException {
        try (StubFeedmill other = new StubFeedmill()) {
            Iterator<FeedmillClient> apis = List.of(client, other.client()).iterator();
            EventCalls both =
                    new EventCalls(apis::next, new Persistence(Duration.ofMillis(1), Duration.ofMinutes(1)), "run");
            feedmill.close();
            assertThat(both.send(new Event.Follow("ann", "bob"))).isEqualTo(new Answer<>(true, 2));
            assertThat(other.changes).containsExactly("PUT ann bob");
        }
    }

    private void failWith(int status) {
        feedmill.failure = status;
        feedmill.failures = 1;
    }
}
