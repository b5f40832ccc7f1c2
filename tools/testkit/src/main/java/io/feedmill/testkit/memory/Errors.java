package io.feedmill.testkit.memory;

import io.feedmill.common.storage.StorageException;
import io.feedmill.common.storage.StorageException.Kind;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.IdempotentParameterMismatchException;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;
import software.amazon.awssdk.services.dynamodb.model.ResourceInUseException;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.ThrottlingReason;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.TransactionConflictException;

/** The SDK's exceptions as DynamoDB's answers make them, for the database in memory and for {@link Faults}. */
public final class Errors {
    static final String INCORRECT_TYPE = "An operand in the update expression has an incorrect data type";

    private static final int BAD_REQUEST = 400;
    private static final String CONDITION_FAILED = "The conditional request failed";

    private Errors() {}

    /** The request has a part that no caller needed until now. An error, so that nobody takes it for an answer. */
    static AssertionError unknown(String part) {
        return new AssertionError("MemoryDynamoDb does not know this " + part);
    }

    /** The code of an exception with a class of its own is the name of that class. */
    private static <B extends DynamoDbException.Builder> B built(B builder, String message) {
        return built(builder, builder.build().getClass().getSimpleName(), message);
    }

    private static <B extends DynamoDbException.Builder> B built(B builder, String code, String message) {
        AwsErrorDetails details = AwsErrorDetails.builder()
                .serviceName("DynamoDb")
                .errorCode(code)
                .errorMessage(message)
                .build();
        builder.awsErrorDetails(details).statusCode(BAD_REQUEST).message(message);
        return builder;
    }

    /** Any error without an exception of its own, such as {@code AccessDeniedException}. */
    public static DynamoDbException of(String code, String message) {
        return (DynamoDbException)
                built(DynamoDbException.builder(), code, message).build();
    }

    static DynamoDbException invalid(String message) {
        return of("ValidationException", message);
    }

    /** A failure that our code takes for one of this kind. DynamoDB rejects nothing: that is our own gate's. */
    public static RuntimeException of(Kind kind) {
        return switch (kind) {
            case THROTTLED -> throttled("");
            case TRANSIENT -> noAnswer();
            case REJECTED -> new StorageException(kind, "BreakerOpen");
            case FORBIDDEN -> of("AccessDeniedException", "Not authorized");
            case PERMANENT -> invalid("Refused for the test");
        };
    }

    /** The table is absent. */
    public static ResourceNotFoundException noTable() {
        return built(ResourceNotFoundException.builder(), "Cannot do operations on a non-existent table")
                .build();
    }

    static ResourceInUseException tableExists() {
        return built(ResourceInUseException.builder(), "Cannot create preexisting table")
                .build();
    }

    static ConditionalCheckFailedException conditionFailed(@Nullable Map<String, AttributeValue> item) {
        return built(ConditionalCheckFailedException.builder().item(item), CONDITION_FAILED)
                .build();
    }

    static IdempotentParameterMismatchException otherParameters() {
        return built(IdempotentParameterMismatchException.builder(), "The token was used with other parameters")
                .build();
    }

    /** A limit of capacity, with reasons such as {@code TableWriteKeyRangeThroughputExceeded}. */
    public static ProvisionedThroughputExceededException throttled(String table, String... reasons) {
        List<ThrottlingReason> all = List.of(reasons).stream()
                .map(reason -> ThrottlingReason.builder()
                        .reason(reason)
                        .resource("arn:aws:dynamodb:us-east-1:000000000000:table/" + table)
                        .build())
                .toList();
        return built(
                        ProvisionedThroughputExceededException.builder().throttlingReasons(all),
                        "The level of configured provisioned throughput for the table was exceeded")
                .build();
    }

    /** The item is in a transaction that has not ended. */
    public static TransactionConflictException conflict() {
        return built(TransactionConflictException.builder(), "Transaction is ongoing for the item")
                .build();
    }

    /** A cancelled transaction of this number of writes, because of one of them: {@code TransactionConflict}, {@code ThrottlingError} and so on. */
    public static TransactionCanceledException cancelled(int writes, int write, String code) {
        CancellationReason[] reasons = new CancellationReason[writes];
        for (int i = 0; i < writes; i++) {
            reasons[i] = i == write ? reason(code, code) : none();
        }
        return cancelled(List.of(reasons));
    }

    static TransactionCanceledException cancelled(List<CancellationReason> reasons) {
        String codes = reasons.stream().map(CancellationReason::code).collect(Collectors.joining(", ", "[", "]"));
        return built(
                        TransactionCanceledException.builder().cancellationReasons(reasons),
                        "Transaction cancelled, please refer cancellation reasons for specific reasons " + codes)
                .build();
    }

    /** The reason of a write that is none. */
    static CancellationReason none() {
        return CancellationReason.builder().code("None").build();
    }

    /** The reason of a write that would have failed with this exception. */
    static CancellationReason reason(DynamoDbException failure) {
        return failure instanceof ConditionalCheckFailedException e
                ? reason("ConditionalCheckFailed", CONDITION_FAILED).toBuilder()
                        .item(e.hasItem() ? e.item() : null)
                        .build()
                : reason("ValidationError", failure.awsErrorDetails().errorMessage());
    }

    private static CancellationReason reason(String code, String message) {
        return CancellationReason.builder()
                .code(code)
                .message(Objects.requireNonNull(message))
                .build();
    }

    /** No answer came in time. */
    public static ApiCallTimeoutException noAnswer() {
        return ApiCallTimeoutException.create(2_000);
    }
}
