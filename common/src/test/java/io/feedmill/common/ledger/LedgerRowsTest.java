package io.feedmill.common.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.dynamo.Row;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LedgerRowsTest {
    private static final Instant AT = Instant.parse("2026-03-01T12:00:00Z");

    private final LedgerRows rows = new LedgerRows(16, new Random(1), Duration.ofDays(90));

    private static LedgerEntry.Posted delivered(long delivered, long slices) {
        return new LedgerEntry.Posted(new PostId(1, "11111111111"), new UserId("ann"), AT, delivered, 1, slices);
    }

    @Test
    void aDeliveryHasTheNumberOfItsSlices() {
        assertThat(LedgerRows.entry(new Row(rows.row(delivered(20, 7))))).isEqualTo(delivered(20, 7));
    }

    @Test
    void anEntryExpiresAfterTheRetention() {
        assertThat(new Row(rows.row(delivered(20, 7))).number("expires"))
                .isEqualTo(AT.plus(Duration.ofDays(90)).getEpochSecond());
    }
}
