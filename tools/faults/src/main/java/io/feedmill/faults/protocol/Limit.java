package io.feedmill.faults.protocol;

/**
 * Which limit throttled a request: the end of a throttling reason, as in {@code TableWriteKeyRangeThroughputExceeded}.
 *
 * @see <a href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_ThrottlingReason.html">ThrottlingReason</a>
 */
public enum Limit {
    /** The table's capacity units. */
    PROVISIONED_THROUGHPUT("ProvisionedThroughputExceeded"),
    /** One partition's limit: a hot key. */
    KEY_RANGE("KeyRangeThroughputExceeded"),
    /** The highest rate that is configured for a table on demand. */
    MAX_ON_DEMAND("MaxOnDemandThroughputExceeded"),
    /** The account's quota. */
    ACCOUNT("AccountLimitExceeded");

    private final String text;

    Limit(String text) {
        this.text = text;
    }

    /** As AWS writes it. */
    public String text() {
        return text;
    }
}
