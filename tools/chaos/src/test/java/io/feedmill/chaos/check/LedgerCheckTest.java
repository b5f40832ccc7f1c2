package io.feedmill.chaos.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.client.Job;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.ledger.LedgerEntry;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LedgerCheckTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final PostId POST = PostId.create(1, new Random(1));
    private static final LedgerEntry COMPLETED = new LedgerEntry.Posted(POST, new UserId("bob"), NOW, 7, 2, 0);
    private static final Map<String, Job> JOBS = Map.of(POST.value(), job("COMPLETE"));

    @Test
    void findsNothingIfTheEntryExistsOnce() {
        assertThat(LedgerCheck.compare(JOBS, Set.of(), List.of(COMPLETED))).isEmpty();
    }

    /** A lost entry, a duplicate, one of a job that is not complete, and one of an unknown post. */
    @Test
    void findsAnotherNumberOfCompletions() {
        assertCompletions("0 instead of 1", JOBS);
        assertCompletions("2 instead of 1", JOBS, COMPLETED, COMPLETED);
        assertCompletions("1 instead of 0", Map.of(POST.value(), job("DELIVERING")), COMPLETED);
        assertCompletions("1 instead of 0", Map.of(), COMPLETED);
    }

    private static void assertCompletions(String difference, Map<String, Job> jobs, LedgerEntry... entries) {
        assertThat(LedgerCheck.compare(jobs, Set.of(), List.of(entries)))
                .containsExactly("The ledger has for post %s completions %s.".formatted(POST.value(), difference));
    }

    @Test
    void findsOtherCountsThanTheJobs() {
        LedgerEntry other = new LedgerEntry.Posted(POST, new UserId("bob"), NOW, 8, 1, 0);
        assertThat(LedgerCheck.compare(JOBS, Set.of(), List.of(other)))
                .containsExactly(
                        "The ledger has for post %s delivered 8 instead of 7.".formatted(POST.value()),
                        "The ledger has for post %s skipped 1 instead of 2.".formatted(POST.value()));
    }

    @Test
    void aRetractedPostHasOneMoreEntry() {
        Set<String> retracted = Set.of(POST.value());
        LedgerEntry retraction = new LedgerEntry.Retracted(POST, new UserId("bob"), NOW);
        assertThat(LedgerCheck.compare(JOBS, retracted, List.of(COMPLETED, retraction)))
                .isEmpty();
        assertThat(LedgerCheck.compare(JOBS, retracted, List.of(COMPLETED)))
                .containsExactly("The ledger has for post %s retractions 0 instead of 1.".formatted(POST.value()));
    }

    private static Job job(String state) {
        return new Job("j", "publication", state, 9, 7, 2, null, null, 1, 0, null, NOW, NOW, null, null);
    }
}
