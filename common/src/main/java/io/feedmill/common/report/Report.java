package io.feedmill.common.report;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;

/**
 * A report without its lines.
 *
 * @param token of the lease under which it was made: it names the lines that count
 * @param pricePerMillion US dollars for a million write units, as it was set then
 * @param readUnits what it took to read the ledger for it
 * @param createdAt to the millisecond
 */
public record Report(
        Window window, long token, Totals totals, BigDecimal pricePerMillion, long readUnits, Instant createdAt) {
    private static final int PRICE_DIGITS = 6;

    /** What so many write units cost in US dollars, to the millionth. */
    public BigDecimal price(long writeUnits) {
        return pricePerMillion
                .multiply(BigDecimal.valueOf(writeUnits))
                .movePointLeft(6)
                .setScale(PRICE_DIGITS, RoundingMode.HALF_UP);
    }
}
