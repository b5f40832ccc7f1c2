package io.feedmill.api.deadletter;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.api.ApiTest;
import io.feedmill.api.Http;
import io.feedmill.api.Http.Answer;
import io.feedmill.common.queue.Queue;
import io.feedmill.common.storage.StorageException;
import io.feedmill.testkit.MemoryDeadLetterStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import tools.jackson.databind.JsonNode;

/** The admin calls over HTTP. */
@ApiTest
@ExtendWith(OutputCaptureExtension.class)
record DeadLettersIT(Http http, MemoryDeadLetterStore deadLetters) {
    private static final String LIST = "/v1/admin/dead-letters";
    private static final String REDRIVE = LIST + "/deliver:redrive";

    @AfterEach
    void empty() {
        deadLetters.failWith(null);
        deadLetters.clear();
    }

    @Test
    void listsThemByQueueAndReason() {
        deadLetters.add(Queue.DELIVER, "not-json", "a");
        deadLetters.add(Queue.DELIVER, "not-json", "b");
        Answer answer = http.get(LIST);
        assertThat(answer.json().propertyNames()).containsExactly("items", "complete", "hidden");
        assertThat(answer.json().path("complete").booleanValue()).isTrue();
        assertThat(answer.json().path("hidden").intValue()).isZero();
        assertThat(answer.json().path("items")).singleElement().satisfies(item -> {
            assertThat(item.path("queue").asString()).isEqualTo("deliver");
            assertThat(item.path("reason").asString()).isEqualTo("not-json");
            assertThat(item.path("count").intValue()).isEqualTo(2);
            assertThat(item.path("oldestAt").asString()).matches("20.*\\.\\d{9}Z");
            assertThat(item.path("oldestAge").asString()).matches("PT[\\dHM]*\\d+S");
        });
    }

    @Test
    void redrivesWithTheDefaultsAndReportsTheResult(CapturedOutput output) {
        deadLetters.add(Queue.DELIVER, "not-json", "most private");
        JsonNode answer = http.post(REDRIVE, "{}").json();
        assertThat(answer.propertyNames())
                .containsExactly("queue", "dryRun", "before", "matched", "moved", "complete", "hidden");
        assertThat(answer.path("queue").asString()).isEqualTo("deliver");
        assertThat(answer.path("dryRun").booleanValue()).isFalse();
        assertThat(answer.path("before").asString()).matches("20.*\\.\\d{9}Z");
        assertThat(answer.path("matched").intValue()).isEqualTo(1);
        assertThat(answer.path("moved").intValue()).isEqualTo(1);
        assertThat(answer.path("complete").booleanValue()).isTrue();
        assertThat(deadLetters.bodies(Queue.DELIVER)).isEmpty();
        assertThat(output)
                .contains("Dead-letter messages redriven", "\"queue\":\"deliver\"", "\"moved\":1")
                .doesNotContain("private");
    }

    @Test
    void takesEveryField() {
        deadLetters.add(Queue.DELIVER, "not-json", "a");
        deadLetters.add(Queue.DELIVER, "no-such-job", "b");
        JsonNode dry = http.post(REDRIVE, "{\"dryRun\": true, \"reason\": \"not-json\", \"rate\": 1000}")
                .json();
        assertThat(dry.path("dryRun").booleanValue()).isTrue();
        assertThat(dry.path("matched").intValue()).isEqualTo(1);
        assertThat(deadLetters.bodies(Queue.DELIVER)).hasSize(2);
        String before = "2020-01-01T00:00:00.000000000Z";
        JsonNode none = http.post(REDRIVE, "{\"before\": \"" + before + "\"}").json();
        assertThat(none.path("before").asString()).isEqualTo(before);
        assertThat(none.path("matched").intValue()).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"rate\": 0}",
                "{\"rate\": 1001}",
                "{\"rate\": 1.5}",
                "{\"rate\": \"5\"}",
                "{\"rate\": 99999999999}",
                "{\"dryRun\": \"true\"}",
                "{\"dryRun\": 1}",
                "{\"reason\": \"\"}",
                "{\"reason\": 5}",
                "{\"before\": \"yesterday\"}",
                "{\"before\": 5}",
                "{\"dry_run\": true}",
                "{} {}",
                "[]"
            })
    void refusesInvalidBodies(String body) {
        deadLetters.add(Queue.DELIVER, "not-json", "a");
        Answer answer = http.post(REDRIVE, body);
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.problem()).isEqualTo("invalid-body");
        assertThat(deadLetters.bodies(Queue.DELIVER)).hasSize(1);
    }

    @Test
    void needsABody() {
        assertThat(http.post(REDRIVE, "").problem()).isEqualTo("malformed-json");
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "", "deliver-dead", "DELIVER", "feedmill-deliver"})
    void findsNoOtherQueue(String queue) {
        Answer answer = http.post(LIST + "/" + queue + ":redrive", "{}");
        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.problem()).isIn("queue-not-found", "not-found");
    }

    @Test
    void listsTheQueues() {
        assertThat(http.post(LIST + "/none:redrive", "{}").text("detail")).contains("publish, deliver");
    }

    @Test
    void aBrokenQueueIsATemporaryProblem() {
        deadLetters.failWith(new StorageException(StorageException.Kind.TRANSIENT, "secret"));
        assertThat(http.get(LIST).problem()).isEqualTo("storage-unavailable");
        assertThat(http.post(REDRIVE, "{}").problem()).isEqualTo("storage-unavailable");
    }
}
