package io.feedmill.common.storage;

import io.feedmill.common.storage.StorageException.Kind;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.exception.SdkServiceException;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;
import software.amazon.awssdk.services.dynamodb.model.RequestLimitExceededException;
import software.amazon.awssdk.services.dynamodb.model.ThrottlingException;
import software.amazon.awssdk.services.dynamodb.model.ThrottlingReason;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/**
 * Converts the SDK's exceptions into {@link StorageException}s. No other class does.
 *
 * @see <a href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Programming.Errors.html">DynamoDB's errors</a>
 */
public final class StorageErrors {
    /** Codes unknown to the SDK: the reasons of a cancelled transaction, and SQS's. */
    private static final Set<String> THROTTLES =
            Set.of("ProvisionedThroughputExceeded", "ThrottlingError", "RequestThrottled", "OverLimit");

    private static final Set<String> CONFLICTS =
            Set.of("TransactionConflict", "TransactionConflictException", "TransactionInProgressException");

    /** The beginning of the SDK's message, which has no exception of its own for this. */
    private static final String NO_CREDENTIALS = "Unable to load credentials";

    /**
     * Credentials, permissions, keys of KMS, tables and queues; {@code NoCredentials} is our own reason.
     *
     * @see <a href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/CommonErrors.html">DynamoDB's common errors</a>
     * @see <a href="https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessage.html#API_SendMessage_Errors">SQS's errors</a>
     */
    private static final Set<String> FORBIDDEN = Set.of("""
        AccessDenied AccessDeniedException ExpiredToken ExpiredTokenException IncompleteSignature
        InvalidClientTokenId InvalidSignatureException MissingAuthenticationToken
        MissingAuthenticationTokenException NotAuthorized OptInRequired SignatureDoesNotMatch
        UnrecognizedClientException InvalidSecurity KmsAccessDenied KmsDisabled KmsInvalidKeyUsage
        KmsInvalidState KmsNotFound KmsOptInRequired ResourceNotFoundException
        AWS.SimpleQueueService.NonExistentQueue QueueDoesNotExist NoCredentials
        """.split("\\s+"));

    /** Labels of metrics, so without names of tables or accounts. */
    private static final Pattern REASON = Pattern.compile("[A-Za-z]{1,64}");

    private StorageErrors() {}

    /** Makes the call once, and converts its exceptions. */
    public static <T> T classified(Supplier<T> call) {
        try {
            return call.get();
        } catch (SdkException e) {
            throw classify(e);
        }
    }

    public static StorageException classify(SdkException e) {
        String reason = reason(e);
        return new StorageException(kind(e, reason), reason, e);
    }

    /** Whether the store refused the call; otherwise it may have been applied. */
    public static boolean refused(StorageException failure) {
        return failure.kind() != Kind.TRANSIENT || CONFLICTS.contains(failure.reason());
    }

    private static Kind kind(SdkException e, String reason) {
        if (CONFLICTS.contains(reason)) {
            return Kind.TRANSIENT;
        }
        if (THROTTLES.contains(reason)) {
            return Kind.THROTTLED;
        }
        if (FORBIDDEN.contains(reason)) {
            return Kind.FORBIDDEN;
        }
        if (!(e instanceof SdkServiceException service)) {
            return Kind.TRANSIENT;
        }
        if (service.isThrottlingException()) {
            return Kind.THROTTLED;
        }
        return service.statusCode() >= 500 ? Kind.TRANSIENT : Kind.PERMANENT;
    }

    private static String reason(SdkException e) {
        String code = switch (e) {
            case TransactionCanceledException canceled -> firstReason(canceled);
            case ProvisionedThroughputExceededException throttled -> reason(throttled, throttled.throttlingReasons());
            case ThrottlingException throttled -> reason(throttled, throttled.throttlingReasons());
            case RequestLimitExceededException throttled -> reason(throttled, throttled.throttlingReasons());
            case AwsServiceException service -> code(service);
            default -> String.valueOf(e.getMessage()).startsWith(NO_CREDENTIALS) ? "NoCredentials" : null;
        };
        return code == null ? e.getClass().getSimpleName() : code;
    }

    private static @Nullable String code(AwsServiceException e) {
        return e.awsErrorDetails() == null ? null : e.awsErrorDetails().errorCode();
    }

    /** The limit, such as {@code TableWriteProvisionedThroughputExceeded}; the error code if the answer has none. */
    private static @Nullable String reason(AwsServiceException e, List<ThrottlingReason> reasons) {
        return reasons.stream()
                .map(ThrottlingReason::reason)
                .filter(reason -> reason != null && REASON.matcher(reason).matches())
                .findFirst()
                .orElseGet(() -> code(e));
    }

    /** The reason of the first write that has one; the others of a cancelled transaction say "None". */
    private static String firstReason(TransactionCanceledException e) {
        return e.cancellationReasons().stream()
                .map(CancellationReason::code)
                .filter(code -> code != null && !code.equals("None"))
                .findFirst()
                .orElse("TransactionCanceled");
    }
}
