package io.feedmill.faults.protocol;

import io.feedmill.faults.protocol.ApiCall.Service;

/**
 * The errors of DynamoDB and SQS for a call that its caller may not make, or whose table or queue does not exist.
 *
 * @see <a href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Programming.Errors.html">Errors of DynamoDB</a>
 */
public enum DenialError {
    EXPIRED_TOKEN("ExpiredTokenException", "The security token included in the request is expired"),
    ACCESS_DENIED("AccessDeniedException", "The caller is not authorized to perform this operation."),
    NOT_FOUND("ResourceNotFoundException", "Requested resource not found");

    private static final String QUEUE_NOT_FOUND = "com.amazonaws.sqs#QueueDoesNotExist";

    final String message;
    private final String name;

    DenialError(String name, String message) {
        this.name = name;
        this.message = message;
    }

    /** The exception's name after its namespace and a {@code #}. */
    String type(Service service) {
        return switch (this) {
            case EXPIRED_TOKEN, ACCESS_DENIED -> "com.amazon.coral.service#" + name;
            case NOT_FOUND -> service == Service.SQS ? QUEUE_NOT_FOUND : "com.amazonaws.dynamodb.v20120810#" + name;
        };
    }

    /** Returns DynamoDB's name of the exception. */
    @Override
    public String toString() {
        return name;
    }
}
