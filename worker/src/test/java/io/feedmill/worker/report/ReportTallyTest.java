package io.feedmill.worker.report;

import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.key.PostId;
import io.feedmill.common.ledger.LedgerEntry;
import io.feedmill.common.ledger.LedgerEntry.DeadLetters;
import io.feedmill.common.report.Report.ReportLine;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class ReportTallyTest {
    private static final Instant AT = Instant.parse("2026-03-01T12:00:00Z");
    private static final PostId POST = new PostId(1, "11111111111");

    private final ReportTally tally = new ReportTally();

    @Test
    void addsUpByAuthorInTheirOrder() {
        tally.add(new LedgerEntry.Published(POST, user("bob"), AT));
        tally.add(new LedgerEntry.Published(POST, user("ann"), AT));
        tally.add(new LedgerEntry.Delivered(POST, user("bob"), AT, 400, 100));
        assertThat(tally.lines())
                .containsExactly(
                        new ReportLine(user("ann"), 1, 0, 0, 16),
                        new ReportLine(user("bob"), 1, 400, 0, 16 + 10 + 400));
        assertThat(tally.events()).isEqualTo(3);
    }

    @Test
    void aJobOfSeveralSlicesPaysThreeUnitsForEach() {
        tally.add(new LedgerEntry.Delivered(POST, user("ann"), AT, 1_000, 1));
        assertThat(tally.lines()).containsExactly(new ReportLine(user("ann"), 0, 1_000, 0, 10 + 1_000 + 2 * 3));
    }

    @Test
    void viewsPayTwoUnitsForEachViewerTheCounterAndTheEntry() {
        tally.add(new LedgerEntry.Viewed(POST, user("ann"), AT, 97));
        assertThat(tally.lines()).containsExactly(new ReportLine(user("ann"), 0, 0, 97, 2 * 99));
    }

    @Test
    void deadLettersHaveNoAuthor() {
        tally.add(new LedgerEntry.Redriven(new DeadLetters("deliver", null, 50), AT, 7));
        assertThat(tally.lines()).isEmpty();
        assertThat(tally.events()).isZero();
    }

    @Test
    void anEventOfANewerVersionIsLeftOutAndCounted() {
        tally.add(new LedgerEntry.Unknown("edited", AT));
        assertThat(tally.lines()).isEmpty();
        assertThat(tally.events()).isZero();
        assertThat(tally.unknown()).isEqualTo(1);
    }
}
