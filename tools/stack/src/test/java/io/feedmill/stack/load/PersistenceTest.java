package io.feedmill.stack.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.feedmill.client.FeedmillClient;
import io.feedmill.client.FeedmillClient.Limits;
import io.feedmill.client.Post.NewPost;
import io.feedmill.client.ProblemException;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class PersistenceTest {

    private static final NewPost HELLO = new NewPost("bob", "hello");
    private static final Persistence PERSISTENCE = new Persistence(Duration.ofMillis(1), Duration.ofMinutes(1));

    @AutoClose
    private final StubFeedmill feedmill = new StubFeedmill();

    private final FeedmillClient client = feedmill.client();

    PersistenceTest() throws IOException {}

    @Test
    void retriesATemporaryFailure() {
        feedmill.failures = 2;
        var answer = PERSISTENCE.call(() -> client.publishPost(HELLO, "key"));
        assertThat(answer.calls()).isEqualTo(3);
        assertThat(answer.value().author()).isEqualTo("bob");
    }

    @Test
    void waitsTwiceAsLongAfterEachFailureButNeverLongerThanFiveSeconds() {
        feedmill.failures = 7;
        List<Duration> pauses = new ArrayList<>();
        new Persistence(Duration.ofMillis(300), Duration.ofMinutes(1))
                .call(() -> client.publishPost(HELLO, "key"), pauses::add);
        assertThat(pauses)
                .extracting(Duration::toMillis)
                .containsExactly(300L, 600L, 1_200L, 2_400L, 4_800L, 5_000L, 5_000L);
    }

    @Test
    void doesNotRetryAPermanentFailure() {
        feedmill.failures = 2;
        feedmill.failure = 422;
        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> PERSISTENCE.call(() -> client.publishPost(HELLO, "key")))
                .withMessageContaining("answered 422");
        assertThat(feedmill.failures).isEqualTo(1);
    }

    @Test
    void givesUpWhenTheTimeIsOver() {
        Persistence brief = new Persistence(Duration.ofMillis(1), Duration.ZERO);
        FeedmillClient nobody = FeedmillClient.of(URI.create("http://127.0.0.1:1"), () -> "token", Limits.DEFAULT);
        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> brief.call(() -> nobody.getAuthorCounters("bob")));
    }
}
