package io.feedmill.worker.report;

import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.ledger.LedgerEntry;
import io.feedmill.common.ledger.LedgerEntry.DeadLetters;
import io.feedmill.common.report.Report.ReportLine;
import io.feedmill.common.report.Report.Sums;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportTallyTest {
    private static final Instant AT = Instant.parse("2026-03-01T12:00:00Z");
    private static final PostId POST = new PostId(1, "11111111111");

    private final ReportTally tally = new ReportTally(ReportTally.MAX_AUTHORS);

    private List<ReportLine> lines() {
        List<ReportLine> lines = new ArrayList<>();
        tally.lines().forEachRemaining(lines::add);
        return lines;
    }

    @Test
    void addsUpByAuthorInTheirOrder() {
        tally.add(new LedgerEntry.Posted(POST, user("bob"), AT, 400, 100, 0));
        tally.add(new LedgerEntry.Posted(POST, user("ann"), AT, 0, 0, 0));
        tally.add(new LedgerEntry.Posted(POST, user("bob"), AT, 7, 0, 0));
        assertThat(lines())
                .containsExactly(
                        new ReportLine(user("ann"), new Sums(1, 0, 0, 18, 0)),
                        new ReportLine(user("bob"), new Sums(2, 407, 0, 2 * 18 + 407, 0)));
        assertThat(tally.events()).isEqualTo(3);
    }

    @Test
    void aPostPaysEighteenUnitsItsDeliveriesThreeForEachSliceAndOneForTheEndOfThePlan() {
        tally.add(new LedgerEntry.Posted(POST, user("ann"), AT, 400, 100, 0));
        tally.add(new LedgerEntry.Posted(POST, user("bob"), AT, 1_000, 1, 11));
        assertThat(lines())
                .containsExactly(
                        new ReportLine(user("ann"), new Sums(1, 400, 0, 18 + 400, 0)),
                        new ReportLine(user("bob"), new Sums(1, 1_000, 0, 18 + 1_000 + 11 * 3 + 1, 0)));
        assertThat(tally.events()).isEqualTo(2);
    }

    @Test
    void viewsPayTwoUnitsForEachViewerTheCounterAndTheEntry() {
        tally.add(new LedgerEntry.Viewed(POST, user("ann"), AT, 97));
        assertThat(lines()).containsExactly(new ReportLine(user("ann"), new Sums(0, 0, 97, 2 * 99, 0)));
    }

    @Test
    void aRetractionIsCountedAndPaysForItsTransaction() {
        tally.add(new LedgerEntry.Retracted(POST, user("ann"), AT));
        tally.add(new LedgerEntry.Retracted(POST, user("ann"), AT));
        assertThat(lines()).containsExactly(new ReportLine(user("ann"), new Sums(0, 0, 0, 2 * 18, 2)));
    }

    @Test
    void deadLettersHaveNoAuthor() {
        tally.add(new LedgerEntry.Redriven(new DeadLetters("deliver", null, 50), AT, 7));
        assertThat(lines()).isEmpty();
        assertThat(tally.events()).isZero();
    }

    /** With three authors in the heap, more runs than are open at a time. */
    @Test
    void authorsBeyondTheHeapAreAddedUpInFiles() {
        Random random = new Random(1);
        Map<UserId, Long> posts = new TreeMap<>();
        try (ReportTally small = new ReportTally(3)) {
            for (int n = 0; n < 2_000; n++) {
                UserId author = user("author-" + random.nextInt(200));
                small.add(new LedgerEntry.Posted(POST, author, AT, 0, 0, 0));
                posts.merge(author, 1L, Long::sum);
            }
            List<ReportLine> lines = new ArrayList<>();
            small.lines().forEachRemaining(lines::add);
            assertThat(lines).extracting(ReportLine::author).containsExactlyElementsOf(posts.keySet());
            assertThat(lines).extracting(line -> line.sums().posts()).containsExactlyElementsOf(posts.values());
            assertThat(lines)
                    .allSatisfy(line -> assertThat(line.sums().writeUnits())
                            .isEqualTo(18 * line.sums().posts()));
            assertThat(small.events()).isEqualTo(2_000);
        }
    }

    @Test
    void leavesNoFile(@TempDir Path folder) {
        LineRuns runs = new LineRuns(folder);
        for (int n = 0; n < 100; n++) {
            runs.add(List.of(new ReportLine(user("ann"), new Sums(1, 0, 0, 16, 0)))
                    .iterator());
        }
        assertThat(runs.merged().next().sums().posts()).isEqualTo(100);
        assertThat(folder).isNotEmptyDirectory();
        runs.close();
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void anEventOfANewerVersionIsLeftOutAndCounted() {
        tally.add(new LedgerEntry.Unknown("edited", AT));
        assertThat(tally.lines()).isExhausted();
        assertThat(tally.events()).isZero();
        assertThat(tally.unknown()).isEqualTo(1);
    }
}
