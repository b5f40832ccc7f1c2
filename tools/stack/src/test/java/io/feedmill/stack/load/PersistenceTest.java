package io.feedmill.stack.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.feedmill.cli.client.FeedmillException;
import io.feedmill.stack.client.FeedmillClient;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PersistenceTest {

    private static final Persistence PERSISTENCE = new Persistence(Duration.ofMillis(1), Duration.ofMinutes(1));

    @Test
    void retriesATemporaryFailure() throws IOException {
        try (StubFeedmill feedmill = new StubFeedmill();
                FeedmillClient client = new FeedmillClient(feedmill.url(), () -> "token")) {
            feedmill.failures = 2;
            var answer = PERSISTENCE.call(() -> client.publish("bob", "hello", "key"));
            assertThat(answer.calls()).isEqualTo(3);
            assertThat(answer.value().author()).isEqualTo("bob");
        }
    }

    @Test
    void waitsTwiceAsLongAfterEachFailureButNeverLongerThanFiveSeconds() throws IOException {
        try (StubFeedmill feedmill = new StubFeedmill();
                FeedmillClient client = new FeedmillClient(feedmill.url(), () -> "token")) {
            feedmill.failures = 7;
            List<Duration> pauses = new ArrayList<>();
            new Persistence(Duration.ofMillis(300), Duration.ofMinutes(1))
                    .call(() -> client.publish("bob", "hello", "key"), pauses::add);
            assertThat(pauses)
                    .extracting(Duration::toMillis)
                    .containsExactly(300L, 600L, 1_200L, 2_400L, 4_800L, 5_000L, 5_000L);
        }
    }

    @Test
    void doesNotRetryAPermanentFailure() throws IOException {
        try (StubFeedmill feedmill = new StubFeedmill();
                FeedmillClient client = new FeedmillClient(feedmill.url(), () -> "token")) {
            feedmill.failures = 2;
            feedmill.failure = 422;
            assertThatExceptionOfType(FeedmillException.class)
                    .isThrownBy(() -> PERSISTENCE.call(() -> client.publish("bob", "hello", "key")))
                    .withMessageContaining("answered 422");
            assertThat(feedmill.failures).isEqualTo(1);
        }
    }

    @Test
    void givesUpWhenTheTimeIsOver() {
        Persistence brief = new Persistence(Duration.ofMillis(1), Duration.ZERO);
        try (FeedmillClient client = new FeedmillClient(URI.create("http://127.0.0.1:1"), () -> "token")) {
            assertThatExceptionOfType(FeedmillException.class)
                    .isThrownBy(() -> brief.call(() -> client.counters("bob")));
        }
    }
}
