package io.feedmill.faults.protocol;

/**
 * The two exceptions by which DynamoDB throttles a request.
 *
 * @see <a href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Programming.Errors.html">Error handling with DynamoDB</a>
 */
public enum ThrottlingError {
    /** The error of a table with provisioned capacity. */
    PROVISIONED(
            "com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException",
            "ThrottlingReasons",
            "ProvisionedThroughputExceeded",
            "The level of configured provisioned throughput for the table was exceeded. Consider increasing your provisioning level with the UpdateTable API."),
    /** Of an on-demand table. */
    ON_DEMAND(
            "com.amazon.coral.availability#ThrottlingException",
            "throttlingReasons",
            "ThrottlingError",
            "Throughput exceeds the current capacity of your table or index. DynamoDB is automatically scaling your table or index so please try again shortly.");

    /** The exception's name after its namespace and a {@code #}. */
    final String type;

    /** The field of the error's body that lists the reasons. The two differ in case. */
    final String reasonsField;

    /** The code in the cancellation reasons of a transaction. */
    final String cancellationCode;

    final String message;

    ThrottlingError(String type, String reasonsField, String cancellationCode, String message) {
        this.type = type;
        this.reasonsField = reasonsField;
        this.cancellationCode = cancellationCode;
        this.message = message;
    }

    /** Returns the exception's name. */
    @Override
    public String toString() {
        return type.substring(type.indexOf('#') + 1);
    }

    /**
     * The limit that a throttled request exceeds: the end of a throttling reason, for instance of {@code TableWriteKeyRangeThroughputExceeded}.
     *
     * @see <a href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_ThrottlingReason.html">ThrottlingReason</a>
     */
    public enum Limit {
        /** The table's capacity units. */
        PROVISIONED_THROUGHPUT("ProvisionedThroughputExceeded"),
        /** One partition's limit: a hot key. */
        KEY_RANGE("KeyRangeThroughputExceeded"),
        /** The maximum rate that is configured for an on-demand table. */
        MAX_ON_DEMAND("MaxOnDemandThroughputExceeded"),
        /** The account's quota. */
        ACCOUNT("AccountLimitExceeded");

        private final String text;

        Limit(String text) {
            this.text = text;
        }

        /** Returns AWS's name of the limit. */
        @Override
        public String toString() {
            return text;
        }
    }
}
