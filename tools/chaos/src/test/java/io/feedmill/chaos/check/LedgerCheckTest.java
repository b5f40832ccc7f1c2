package io.feedmill.chaos.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.ledger.LedgerEntry;
import io.feedmill.stack.client.FanoutStatus;
import io.feedmill.stack.verify.Difference;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LedgerCheckTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final PostId POST = PostId.create(1, new Random(1));
    private static final LedgerEntry ACCEPTED = new LedgerEntry.Published(POST, new UserId("bob"), NOW);
    private static final LedgerEntry COMPLETED = new LedgerEntry.Delivered(POST, new UserId("bob"), NOW, 7, 2);
    private static final Map<String, FanoutStatus> JOBS = Map.of(POST.value(), job("COMPLETE"));

    @Test
    void findsNothingWhereBothAreThereOnce() {
        assertThat(LedgerCheck.compare(JOBS, List.of(COMPLETED, ACCEPTED))).isEmpty();
    }

    @Test
    void findsALostEntry() {
        assertThat(LedgerCheck.compare(JOBS, List.of(ACCEPTED)))
                .containsExactly(new Difference.WrongLedger(POST.value(), "completions", 0, 1));
        assertThat(LedgerCheck.compare(JOBS, List.of(COMPLETED)))
                .containsExactly(new Difference.WrongLedger(POST.value(), "acceptances", 0, 1));
    }

    @Test
    void findsOneThatIsThereTwice() {
        assertThat(LedgerCheck.compare(JOBS, List.of(ACCEPTED, COMPLETED, COMPLETED)))
                .containsExactly(new Difference.WrongLedger(POST.value(), "completions", 2, 1));
    }

    @Test
    void findsOtherCountsThanTheJobs() {
        LedgerEntry other = new LedgerEntry.Delivered(POST, new UserId("bob"), NOW, 8, 1);
        assertThat(LedgerCheck.compare(JOBS, List.of(ACCEPTED, other)))
                .containsExactly(
                        new Difference.WrongLedger(POST.value(), "delivered", 8L, 7L),
                        new Difference.WrongLedger(POST.value(), "skipped", 1L, 2L));
    }

    @Test
    void findsACompletionOfAJobThatIsNotComplete() {
        assertThat(LedgerCheck.compare(Map.of(POST.value(), job("DELIVERING")), List.of(ACCEPTED, COMPLETED)))
                .containsExactly(new Difference.WrongLedger(POST.value(), "completions", 1, 0));
    }

    @Test
    void findsAPostThatNobodyPublished() {
        assertThat(LedgerCheck.compare(Map.of(), List.of(ACCEPTED)))
                .containsExactly(new Difference.WrongLedger(POST.value(), "acceptances", 1, 0));
    }

    private static FanoutStatus job(String state) {
        return new FanoutStatus(state, 9, 7, 2, 1, 0, NOW, NOW);
    }
}
