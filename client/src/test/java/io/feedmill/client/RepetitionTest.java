package io.feedmill.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.feedmill.client.FeedmillClient.Limits;
import io.feedmill.client.Post.NewPost;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RepetitionTest {
    private static final String POST = """
            {"id": "p", "author": "ann", "text": "hi", "createdAt": "2026-01-01T00:00:00Z", "version": 1}""";

    private final StubApi api = new StubApi();

    @AfterEach
    void close() {
        api.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {429, 503})
    void waitsAsLongAsTheAnswerSays(int status) {
        api.busy(status, 7).busy(status, 2);
        api.client().mute("ann", "bob");
        assertThat(api.slept).containsExactly(Duration.ofSeconds(7), Duration.ofSeconds(2));
        assertThat(api.calls()).hasSize(3).containsOnly("PUT /v1/users/ann/muted/bob");
    }

    @Test
    void waitsASecondIfTheAnswerDoesNotSay() {
        api.fails(503, "too-busy");
        api.client().mute("ann", "bob");
        assertThat(api.slept).containsExactly(Duration.ofSeconds(1));
    }

    @Test
    void asksForATokenEachTime() {
        api.busy(503, 1);
        api.client().mute("ann", "bob");
        assertThat(api.received)
                .extracting(call -> call.header("Authorization"))
                .containsExactly("Bearer token-0", "Bearer token-1");
    }

    @Test
    void publishesWithOneKeyPerCall() {
        api.busy(503, 1).answers(POST).answers(POST);
        FeedmillClient client = api.client();
        client.publishPost(new NewPost("ann", "hi"));
        client.publishPost(new NewPost("ann", "hi"));
        List<String> keys = api.received.stream()
                .map(call -> String.valueOf(call.header("Idempotency-key")))
                .toList();
        assertThat(keys.get(0)).hasSize(36).isEqualTo(keys.get(1)).isNotEqualTo(keys.get(2));
    }

    @Test
    void takesTheCallersKey() {
        api.answers(POST);
        assertThat(api.client().publishPost(new NewPost("ann", "hi"), "mine").id())
                .isEqualTo("p");
        assertThat(api.received.getFirst().header("Idempotency-key")).isEqualTo("mine");
    }

    @Test
    void aPostThatIsNotSafeIsRepeatedOnlyAfterARefusal() {
        api.busy(429, 1).busy(503, 1);
        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> api.client().rebuildFeed("ann"));
        assertThat(api.calls()).hasSize(2);
    }

    @Test
    void anImportSendsAllLinesAgain() {
        api.busy(503, 1).answers("""
                {"imported": 1, "rejectedCount": 0, "rejected": []}""");
        api.client().admin().importFollows(BodyPublishers.ofString("ann bob\n"));
        assertThat(api.calls()).hasSize(2).containsOnly("POST /v1/follows:import ann bob");
    }

    @Test
    void otherProblemsAreNotRepeated() {
        api.fails(500, "internal-error");
        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> api.client().mute("ann", "bob"))
                .returns(true, ProblemException::isTemporary);
        assertThat(api.calls()).hasSize(1);
    }

    @Test
    void endsAfterTheMaximumOfAttempts() {
        api.busy(503, 1).busy(503, 1).busy(503, 1);
        FeedmillClient client = api.client(new Limits(Duration.ofSeconds(30), 2, Duration.ofMinutes(1)), api);
        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> client.mute("ann", "bob"))
                .returns(503, ProblemException::status);
        assertThat(api.calls()).hasSize(2);
    }

    @Test
    void doesNotWaitLongerThanTheMaximumOfTime() {
        api.busy(429, 4).busy(429, 7);
        FeedmillClient client = api.client(new Limits(Duration.ofSeconds(30), 9, Duration.ofSeconds(10)), api);
        assertThatExceptionOfType(ProblemException.class).isThrownBy(() -> client.rebuildFeed("ann"));
        assertThat(api.slept).containsExactly(Duration.ofSeconds(4));
    }

    @Test
    void anInterruptedWaitEndsTheCall() {
        api.busy(503, 1);
        FeedmillClient client = api.client(Limits.DEFAULT, time -> {
            throw new InterruptedException();
        });
        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> client.mute("ann", "bob"))
                .withMessageEndingWith("/v1/users/ann/muted/bob was interrupted.")
                .returns(false, ProblemException::isTemporary);
        assertThat(Thread.interrupted()).isTrue();
    }
}
