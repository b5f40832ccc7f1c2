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
    private static final LedgerEntry ACCEPTED = new LedgerEntry.Published(POST, new UserId("bob"), NOW);
    private static final LedgerEntry COMPLETED = new LedgerEntry.Delivered(POST, new UserId("bob"), NOW, 7, 2, 0);
    private static final Map<String, Job> JOBS = Map.of(POST.value(), job("COMPLETE"));

    @Test
    void findsNothingIfBothEntriesExistOnce() {
        assertThat(LedgerCheck.compare(JOBS, Set.of(), List.of(COMPLETED, ACCEPTED)))
                .isEmpty();
    }

    @Test
    void findsALostEntry() {
        assertThat(LedgerCheck.compare(JOBS, Set.of(), List.of(ACCEPTED)))
                .containsExactly("The ledger has for post %s completions 0 instead of 1.".formatted(POST.value()));
        assertThat(LedgerCheck.compare(JOBS, Set.of(), List.of(COMPLETED)))
                .containsExactly("The ledger has for post %s acceptances 0 instead of 1.".formatted(POST.value()));
    }

    @Test
    void findsADuplicateEntry() {
        assertThat(LedgerCheck.compare(JOBS, Set.of(), List.of(ACCEPTED, COMPLETED, COMPLETED)))
                .containsExactly("The ledger has for post %s completions 2 instead of 1.".formatted(POST.value()));
    }

    @Test
    void findsOtherCountsThanTheJobs() {
        LedgerEntry other = new LedgerEntry.Delivered(POST, new UserId("bob"), NOW, 8, 1, 0);
        assertThat(LedgerCheck.compare(JOBS, Set.of(), List.of(ACCEPTED, other)))
                .containsExactly(
                        "The ledger has for post %s delivered 8 instead of 7.".formatted(POST.value()),
                        "The ledger has for post %s skipped 1 instead of 2.".formatted(POST.value()));
    }

    @Test
    void findsACompletionOfAJobThatIsNotComplete() {
        assertThat(LedgerCheck.compare(Map.of(POST.value(), job("DELIVERING")), Set.of(), List.of(ACCEPTED, COMPLETED)))
                .containsExactly("The ledger has for post %s completions 1 instead of 0.".formatted(POST.value()));
    }

    @Test
    void aRetractedPostHasOneMoreEntry() {
        Set<String> retracted = Set.of(POST.value());
        LedgerEntry retraction = new LedgerEntry.Retracted(POST, new UserId("bob"), NOW);
        assertThat(LedgerCheck.compare(JOBS, retracted, List.of(ACCEPTED, COMPLETED, retraction)))
                .isEmpty();
        assertThat(LedgerCheck.compare(JOBS, retracted, List.of(ACCEPTED, COMPLETED)))
                .containsExactly("The ledger has for post %s retractions 0 instead of 1.".formatted(POST.value()));
    }

    @Test
    void findsAnUnknownPost() {
        assertThat(LedgerCheck.compare(Map.of(), Set.of(), List.of(ACCEPTED)))
                .containsExactly("The ledger has for post %s acceptances 1 instead of 0.".formatted(POST.value()));
    }

    private static Job job(String state) {
        return new Job("j", "publication", state, 9, 7, 2, null, null, 1, 0, null, NOW, NOW, null, null);
    }
}
