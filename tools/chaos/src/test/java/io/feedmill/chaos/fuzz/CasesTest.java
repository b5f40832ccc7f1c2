package io.feedmill.chaos.fuzz;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.chaos.fuzz.Fixtures.Continued;
import io.feedmill.chaos.fuzz.KnownJobs.KnownJob;
import io.feedmill.common.queue.DeadLetterSender.DeadLetterReason;
import io.feedmill.common.queue.Queue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CasesTest {
    private static final int CASES = 4_000;
    private static final String POST = "5AimxCCTcUUHnZrSZgQoM7";

    private static final Fixtures FIXTURES = new Fixtures(
            List.of("fan-00"),
            List.of("author-0"),
            List.of(POST),
            List.of(POST),
            POST,
            Map.of(ApiCall.HOME_FEED, new Continued("/v1/feeds/home/fan-00", "AbCd")),
            "Bearer signed.by.nobody");

    private static final KnownJobs JOBS = new KnownJobs(Map.of(POST, new KnownJob(POST, "author-0", 4)));
    private static final List<HttpCase> CALLS = calls(1);
    private static final List<MessageCase> MESSAGES = messages(1);

    private static List<HttpCase> calls(long seed) {
        return IntStream.range(0, CASES)
                .mapToObj(number -> HttpCase.of(seed, number, FIXTURES))
                .toList();
    }

    private static List<MessageCase> messages(long seed) {
        return IntStream.range(0, CASES)
                .mapToObj(number -> MessageCase.of(seed, number, JOBS))
                .toList();
    }

    @Test
    void oneSeedGivesTheSameCasesAgainAndAnotherOneOthers() {
        assertThat(calls(1)).isEqualTo(CALLS).isNotEqualTo(calls(2));
        assertThat(messages(1)).isEqualTo(MESSAGES).isNotEqualTo(messages(2));
    }

    @Test
    void everyCallIsSentValidAndWithEveryKindOfChange() {
        Set<ApiCall> valid = CALLS.stream()
                .filter(each -> each.mutations().isEmpty())
                .map(HttpCase::call)
                .collect(toSet());
        assertThat(valid).containsExactlyInAnyOrder(ApiCall.values());
        assertThat(CALLS.stream().flatMap(each -> each.mutations().stream()).collect(toSet()))
                .hasSize(HttpMutation.values().length + HttpCase.Wire.values().length);
    }

    @Test
    void everyQueueGetsMessagesToHandleAndMessagesOfEveryReason() {
        for (Queue queue : Queue.values()) {
            Set<Optional<DeadLetterReason>> reasons = MESSAGES.stream()
                    .filter(each -> each.queue() == queue)
                    .map(each -> JOBS.reason(each.body()))
                    .collect(toSet());
            assertThat(reasons)
                    .hasSize(DeadLetterReason.values().length)
                    .doesNotContain(Optional.of(DeadLetterReason.UNKNOWN_VALUE));
        }
    }

    @Test
    void noTwoMessagesHaveTheSameBody() {
        assertThat(MESSAGES).extracting(MessageCase::body).doesNotHaveDuplicates();
    }

    @Test
    void knowsTheDocumentedProblems() throws IOException {
        Set<String> documented = new TreeSet<>();
        for (String line : Files.readAllLines(Path.of("..", "..", "docs", "problems.md"))) {
            if (line.matches("\\| `[a-z-]+` \\| ([0-9]+|as it says) .*")) {
                documented.add(line.substring(3, line.indexOf('`', 3)));
            }
        }
        assertThat(documented).contains("internal-error");
        documented.remove("internal-error");
        assertThat(documented).containsExactlyInAnyOrderElementsOf(AnswerCheck.PROBLEMS);
    }
}
