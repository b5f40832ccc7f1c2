package io.feedmill.chaos.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.ledger.LedgerEntry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LedgerDayTest {
    private static final Instant START = Instant.parse("2026-03-01T00:00:00Z");
    private static final int COUNT = 1_000;

    private final LedgerDay day = new LedgerDay(START, COUNT, 24, 1);
    private final List<Duration> offsets = new ArrayList<>();

    LedgerDayTest() {
        for (int step = 0; step < day.steps(); step++) {
            Instant now = day.time(step);
            day.entries(step).forEach(entry -> offsets.add(Duration.between(now, entry.at())));
        }
    }

    @Test
    void everyEventHasAnAuthorOfItsOwn() {
        assertThat(offsets).hasSize(COUNT);
        assertThat(day.events()).hasSize(COUNT);
        assertThat(day.events().values()).extracting(LedgerEntry.OfPost::author).doesNotHaveDuplicates();
    }

    @Test
    void someAreLateAndSomeAhead() {
        assertThat(offsets).filteredOn(Duration::isPositive).hasSize(COUNT / 20);
        assertThat(offsets)
                .filteredOn(offset -> offset.compareTo(LedgerDay.STEP.negated()) < 0)
                .hasSizeGreaterThan(COUNT / 20);
        assertThat(offsets)
                .allSatisfy(offset -> assertThat(offset).isBetween(LedgerDay.LATE.negated(), LedgerDay.AHEAD));
    }

    @Test
    void allLieBetweenItsFirstQuarterAndItsEnd() {
        assertThat(day.events().values())
                .allSatisfy(event -> assertThat(event.at())
                        .isBetween(day.first().start(), day.end().start()));
    }

    @Test
    void theSameSeedMakesTheSameDay() {
        assertThat(new LedgerDay(START, COUNT, 24, 1).entries(0))
                .isEqualTo(new LedgerDay(START, COUNT, 24, 1).entries(0));
    }
}
