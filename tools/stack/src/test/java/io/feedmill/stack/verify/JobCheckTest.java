package io.feedmill.stack.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.client.Job;
import io.feedmill.client.Post.AuthorCounters;
import io.feedmill.stack.verify.JobCheck.Range;
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
        assertThat(JobCheck.compare("p", job("COMPLETE", 7, 7, 0), Range.exactly(7), false))
                .isEmpty();
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
    void acceptsAnyNumberOfUncertainRecipients() {
        Range recipients = new Range(5, 8);
        assertThat(JobCheck.compare("p", job("COMPLETE", 5, 5, 0), recipients, false))
                .isEmpty();
        assertThat(JobCheck.compare("p", job("COMPLETE", 8, 6, 2), recipients, false))
                .isEmpty();
    }

    @Test
    void findsNumbersBeyondTheUncertainRecipients() {
        Range recipients = new Range(5, 8);
        assertThat(JobCheck.compare("p", job("COMPLETE", 9, 8, 1), recipients, false))
                .containsExactly("The fan-out of post p has expected 9 instead of 5 to 8.");
        assertThat(JobCheck.compare("p", job("COMPLETE", 6, 4, 2), recipients, false))
                .containsExactly("The fan-out of post p has delivered 4 instead of 5 to 8.");
    }

    @Test
    void aRestrictedPostMaySkipAnyFollower() {
        Job job = job("COMPLETE", 7, 2, 5);
        assertThat(JobCheck.compare("p", job, Range.exactly(7), true)).isEmpty();
        assertThat(JobCheck.compare("p", job, Range.exactly(6), true))
                .containsExactly("The fan-out of post p has expected 7 instead of 6.");
    }

    @Test
    void findsNothingInTheJobsOfChanges() {
        assertThat(changes(job("edit", 0, 0, null, "r"), job("retraction", 0, 7, 7L, null)))
                .isEmpty();
    }

    @Test
    void findsAMissingChange() {
        assertThat(changes(job("retraction", 0, 7, 7L, null)))
                .containsExactly("Post p has change jobs 1 instead of 2.");
        assertThat(changes(job("edit", 7, 0, null, null), job("edit", 7, 0, null, null)))
                .containsExactly("Post p has retraction jobs 0 instead of 1.");
    }

    @Test
    void findsARetractionThatDeliveredOrDoesNotTellWhatItCleared() {
        assertThat(changes(job("edit", 7, 0, null, null), job("retraction", 1, 6, 5L, null)))
                .containsExactly(
                        "The retraction job of post p has delivered 1 instead of 0.",
                        "The retraction job of post p has cleared 5 instead of 6.");
    }

    @Test
    void findsASupersededJobWithRecipients() {
        assertThat(changes(job("edit", 7, 0, null, "r"), job("retraction", 0, 7, 7L, null)))
                .containsExactly("The edit job of post p has expected 7 instead of 0.");
    }

    @Test
    void findsAJobThatIsNotComplete() {
        Job job = job("publication", "DELIVERING", 7, 7, 0, 1, null, null);
        assertThat(sentences(job)).hasSize(3);
    }

    @Test
    void findsCountersWithAnotherGrowth() {
        AuthorCounters growth = new AuthorCounters(2, 20);
        assertThat(JobCheck.compareCounters("bob", growth, new AuthorCounters(2, 20)))
                .isEmpty();
        assertThat(JobCheck.compareCounters("bob", growth, new AuthorCounters(3, 21)))
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

    /** Two changes, the second a retraction. */
    private static List<String> changes(Job... jobs) {
        return JobCheck.compareChanges("p", List.of(jobs), 2, true, Range.exactly(7));
    }

    private static Job job(
            String cause, long delivered, long skipped, @Nullable Long cleared, @Nullable String supersededBy) {
        long expected = delivered + skipped;
        return job(cause, "COMPLETE", expected, delivered, skipped, 0, cleared, supersededBy);
    }

    private static List<String> sentences(Job job) {
        return JobCheck.compare("p", job, Range.exactly(7), false).stream().toList();
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
