package io.feedmill.chaos.fuzz;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.chaos.fuzz.KnownJobs.KnownJob;
import io.feedmill.common.queue.DeadLetterSender.DeadLetterReason;
import io.feedmill.common.queue.Queue;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CasesTest {
    private static final int CASES = 8_000;
    private static final String POST = "5AimxCCTcUUHnZrSZgQoM7";

    private static final KnownJobs JOBS = new KnownJobs(Map.of(POST, new KnownJob(POST, "author-0", 4)));
    private static final List<MessageCase> MESSAGES = messages(1);

    private static List<MessageCase> messages(long seed) {
        return IntStream.range(0, CASES)
                .mapToObj(number -> MessageCase.of(seed, number, JOBS))
                .toList();
    }

    @Test
    void oneSeedGivesTheSameCasesAgainAndAnotherOneOthers() {
        assertThat(messages(1)).isEqualTo(MESSAGES).isNotEqualTo(messages(2));
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
}
