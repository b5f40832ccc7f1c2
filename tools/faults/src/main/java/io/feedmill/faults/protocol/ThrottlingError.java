package io.feedmill.faults.protocol;

/**
 * How DynamoDB says that a request was throttled.
 *
 * @see <a href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Programming.Errors.html">Error handling with DynamoDB</a>
 */
public enum ThrottlingError {
    /** Of a table with provisioned capacity. */
    PROVISIONED(
            "ProvisionedThroughputExceededException",
            "com.amazonaws.dynamodb.v20120810#",
            "ThrottlingReasons",
            "ProvisionedThroughputExceeded",
            "The level of configured provisioned throughput for the table was exceeded. Consider increasing your provisioning level with the UpdateTable API."),

    /** Of a table on demand. */
    ON_DEMAND(
            "ThrottlingException",
            "com.amazon.coral.availability#",
            "throttlingReasons",
            "ThrottlingError",
            "Throughput exceeds the current capacity of your table or index. DynamoDB is automatically scaling your table or index so please try again shortly.");

    private final String code;
    private final String namespace;
    private final String reasonsField;
    private final String cancellationCode;
    private final String message;

    ThrottlingError(String code, String namespace, String reasonsField, String cancellationCode, String message) {
        this.code = code;
        this.namespace = namespace;
        this.reasonsField = reasonsField;
        this.cancellationCode = cancellationCode;
        this.message = message;
    }

    /** The name of the exception. */
    public String code() {
        return code;
    }

    String type() {
        return namespace + code;
    }

    /** Where the error's body lists the reasons: the two differ in case. */
    String reasonsField() {
        return reasonsField;
    }

    /** The code in the cancellation reasons of a transaction. */
    String cancellationCode() {
        return cancellationCode;
    }

    String message() {
        return message;
    }
}
