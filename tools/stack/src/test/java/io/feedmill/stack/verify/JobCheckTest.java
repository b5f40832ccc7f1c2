package io.feedmill.stack.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.client.Job;
import io.feedmill.client.Post.AuthorCounters;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JobCheckTest {

    private static final Instant ACCEPTED = Instant.parse("2026-01-01T00:00:00Z");

    @Test
    void findsNothingInACorrectJob() {
        assertThat(JobCheck.compare("p", job("COMPLETE", 7, 7, 0), 7)).isEmpty();
    }

    /** Another number of followers, counts that do not add up, and skipped followers without an unfollow. */
    @ParameterizedTest
    @CsvSource({
        "6, 6, 0, expected 6 instead of 7",
        "7, 8, 0, delivered + skipped 8 instead of 7",
        "7, 6, 1, skipped 1 instead of 0",
    })
    void findsAnotherCount(long expected, long delivered, long skipped, String difference) {
        assertThat(sentences(job("COMPLETE", expected, delivered, skipped)))
                .containsExactly("The fan-out of post p has " + difference + ".");
    }

    @Test
    void findsAJobThatIsNotComplete() {
        Job job = job("publication", "DELIVERING", 7, 7, 0, 1, null, null);
        assertThat(sentences(job)).hasSize(3);
    }

    @Test
    void findsCountersWithAnotherGrowth() {
        AuthorCounters growth = JobCheck.counters(2, 20);
        assertThat(JobCheck.compareCounters("bob", growth, JobCheck.counters(2, 20)))
                .isEmpty();
        assertThat(JobCheck.compareCounters("bob", growth, JobCheck.counters(3, 21)))
                .containsExactly(
                        "The counter of bob's posts grew by 2 instead of 3.",
                        "The counter of bob's deliveries grew by 20 instead of 21.");
    }

    @Test
    void keepsTheFirstTwentyFindingsAndCountsAll() {
        Findings findings = new Findings();
        for (int i = 0; i < 30; i++) {
            findings.add(List.of("a lacks p" + i, "b lacks p" + i));
        }
        assertThat(findings.count()).isEqualTo(60);
        assertThat(findings.first()).hasSize(20).startsWith("a lacks p0");
    }

    private static List<String> sentences(Job job) {
        return JobCheck.compare("p", job, 7).stream().toList();
    }

    private static Job job(String state, long expected, long delivered, long skipped) {
        return job("publication", state, expected, delivered, skipped, 0, null, null);
    }

    private static Job job(
            String cause,
            String state,
            long expected,
            long delivered,
            long skipped,
            int pending,
            @Nullable Long cleared,
            @Nullable String supersededBy) {
        Instant end = state.equals("COMPLETE") ? ACCEPTED.plusSeconds(1) : null;
        return new Job(
                "j",
                cause,
                state,
                expected,
                delivered,
                skipped,
                null,
                cleared,
                1,
                pending,
                null,
                ACCEPTED,
                end,
                supersededBy,
                null);
    }
}
