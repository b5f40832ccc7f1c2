package io.feedmill.common.dynamo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feedmill.common.FakeClient;
import io.feedmill.common.storage.StorageErrors;
import io.feedmill.common.storage.StorageException;
import io.feedmill.common.storage.StorageException.Kind;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProviderChain;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;
import software.amazon.awssdk.services.dynamodb.model.RequestLimitExceededException;
import software.amazon.awssdk.services.dynamodb.model.ThrottlingException;
import software.amazon.awssdk.services.dynamodb.model.ThrottlingReason;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

class StorageErrorsTest {

    private static void assertClassified(SdkException e, Kind kind, String reason) {
        StorageException classified = StorageErrors.classify(e);
        assertThat(classified.kind()).isEqualTo(kind);
        assertThat(classified.reason()).isEqualTo(reason);
        assertThat(classified).hasMessage(kind + ": " + reason).hasCause(e);
    }

    static TransactionCanceledException cancelled(String... codes) {
        List<CancellationReason> reasons = Arrays.stream(codes)
                .map(code -> CancellationReason.builder().code(code).build())
                .toList();
        return TransactionCanceledException.builder()
                .cancellationReasons(reasons)
                .statusCode(400)
                .build();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ProvisionedThroughputExceededException",
                "ThrottlingException",
                "RequestLimitExceeded",
                "RequestThrottled",
                "OverLimit"
            })
    void aSlowDownErrorIsThrottled(String code) {
        assertClassified(FakeClient.error(code, 400), Kind.THROTTLED, code);
    }

    private static ThrottlingReason limit(String reason) {
        return ThrottlingReason.builder()
                .reason(reason)
                .resource("arn:aws:dynamodb:eu-central-1:123456789012:table/feedmill-homes")
                .build();
    }

    private static final AwsErrorDetails DETAILS =
            AwsErrorDetails.builder().errorCode("ThrottlingException").build();

    /** The table's name is for logs, not for a metric's label. */
    @Test
    void aThrottleIsNamedForTheLimitThatWasMet() {
        ThrottlingReason table = limit("TableWriteProvisionedThroughputExceeded");
        ThrottlingReason range = limit("TableWriteKeyRangeThroughputExceeded");
        assertClassified(
                ProvisionedThroughputExceededException.builder()
                        .throttlingReasons(table, range)
                        .awsErrorDetails(DETAILS)
                        .build(),
                Kind.THROTTLED,
                "TableWriteProvisionedThroughputExceeded");
        assertClassified(
                ThrottlingException.builder()
                        .throttlingReasons(range)
                        .awsErrorDetails(DETAILS)
                        .build(),
                Kind.THROTTLED,
                "TableWriteKeyRangeThroughputExceeded");
        assertClassified(
                RequestLimitExceededException.builder()
                        .throttlingReasons(limit("TableReadAccountLimitExceeded"))
                        .awsErrorDetails(DETAILS)
                        .build(),
                Kind.THROTTLED,
                "TableReadAccountLimitExceeded");
    }

    @Test
    void aThrottleWithoutAReasonOrWithAStrangeOneIsNamedForItsCode() {
        assertClassified(
                ThrottlingException.builder().awsErrorDetails(DETAILS).build(), Kind.THROTTLED, "ThrottlingException");
        assertClassified(
                ThrottlingException.builder()
                        .throttlingReasons(limit("arn:aws:dynamodb:1"), limit("x".repeat(65)))
                        .awsErrorDetails(DETAILS)
                        .build(),
                Kind.THROTTLED,
                "ThrottlingException");
    }

    @Test
    void onlyARefusedWriteIsCertainlyNotApplied() {
        assertThat(StorageErrors.refused(new StorageException(Kind.THROTTLED, "ThrottlingException")))
                .isTrue();
        assertThat(StorageErrors.refused(new StorageException(Kind.TRANSIENT, "TransactionConflict")))
                .isTrue();
        assertThat(StorageErrors.refused(new StorageException(Kind.TRANSIENT, "InternalServerError")))
                .isFalse();
    }

    @Test
    void aThrottleIsOneWithAnyStatus() {
        assertClassified(FakeClient.error("ThrottlingException", 503), Kind.THROTTLED, "ThrottlingException");
    }

    @Test
    void faultsOfTheStoreAreTransient() {
        assertClassified(FakeClient.error("InternalServerError", 500), Kind.TRANSIENT, "InternalServerError");
        assertClassified(FakeClient.error("ServiceUnavailable", 503), Kind.TRANSIENT, "ServiceUnavailable");
    }

    @ParameterizedTest
    @ValueSource(strings = {"TransactionConflictException", "TransactionInProgressException"})
    void aTransactionConflictIsTransient(String code) {
        assertClassified(FakeClient.error(code, 400), Kind.TRANSIENT, code);
    }

    @Test
    void anUnansweredCallIsTransient() {
        assertClassified(SdkClientException.create("connection refused"), Kind.TRANSIENT, "SdkClientException");
        assertClassified(ApiCallTimeoutException.create(5_000), Kind.TRANSIENT, "ApiCallTimeoutException");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "AccessDeniedException",
                "ExpiredTokenException",
                "KmsAccessDenied",
                "QueueDoesNotExist",
                "ResourceNotFoundException",
                "UnrecognizedClientException"
            })
    void whatThisProcessMayNotDoIsForbidden(String code) {
        assertClassified(FakeClient.error(code, 400), Kind.FORBIDDEN, code);
    }

    @Test
    void missingCredentialsAreForbidden() {
        AwsCredentialsProvider without = () -> {
            throw SdkClientException.create("no credentials here");
        };
        AwsCredentialsProvider none = AwsCredentialsProviderChain.of(without);
        assertThatThrownBy(() -> StorageErrors.classified(none::resolveCredentials))
                .isInstanceOfSatisfying(StorageException.class, e -> {
                    assertThat(e.kind()).isEqualTo(Kind.FORBIDDEN);
                    assertThat(e.reason()).isEqualTo("NoCredentials");
                });
    }

    @ParameterizedTest
    @ValueSource(strings = {"ValidationException", "ItemCollectionSizeLimitExceededException"})
    void clientErrorsArePermanent(String code) {
        assertClassified(FakeClient.error(code, 400), Kind.PERMANENT, code);
    }

    @Test
    void anErrorWithoutDetailsIsNamedForItsClass() {
        SdkException bare = DynamoDbException.builder().statusCode(400).build();
        assertClassified(bare, Kind.PERMANENT, "DynamoDbException");
    }

    @Test
    void aCancelledTransactionHasTheKindOfItsFirstReason() {
        assertClassified(cancelled("None", "TransactionConflict", "None"), Kind.TRANSIENT, "TransactionConflict");
        assertClassified(cancelled("None", "ThrottlingError"), Kind.THROTTLED, "ThrottlingError");
        assertClassified(cancelled("ProvisionedThroughputExceeded"), Kind.THROTTLED, "ProvisionedThroughputExceeded");
        assertClassified(cancelled("None", "ValidationError"), Kind.PERMANENT, "ValidationError");
        assertClassified(cancelled("None", "None"), Kind.PERMANENT, "TransactionCanceled");
        assertClassified(cancelled(), Kind.PERMANENT, "TransactionCanceled");
    }
}
