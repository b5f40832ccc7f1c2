package io.feedmill.faults.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.faults.Calls;
import io.feedmill.faults.protocol.ApiCall.Service;
import io.feedmill.faults.protocol.ThrottlingError.Limit;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class AwsErrorTest {
    private static final String ARN = "arn:aws:dynamodb:ddblocal:000000000000:table/";

    @Test
    void aThrottledWriteNamesEachTableWithTheReason() {
        ApiCall call = Calls.dynamoDb("BatchWriteItem", "{\"RequestItems\": {\"a\": [], \"b\": []}}");
        AwsError error = AwsError.throttled(call, ThrottlingError.PROVISIONED, Limit.PROVISIONED_THROUGHPUT, Set.of(0));
        assertThat(error.status()).isEqualTo(400);
        assertThat(error.body().path("__type").asString())
                .isEqualTo("com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException");
        assertThat(error.details()).isEqualTo(JsonMapper.shared().readTree("""
                {"ThrottlingReasons": [
                  {"reason": "TableWriteProvisionedThroughputExceeded", "resource": "%sa"},
                  {"reason": "TableWriteProvisionedThroughputExceeded", "resource": "%sb"}]}""".formatted(ARN, ARN)));
    }

    @Test
    void aConflictIsAnExceptionOfItsOwnOrAReason() {
        assertThat(AwsError.conflict(Calls.put("a"), 0).code()).isEqualTo("TransactionConflictException");
        AwsError cancelled = AwsError.conflict(Calls.transaction(2), 1);
        assertThat(cancelled.code()).isEqualTo("TransactionCanceledException");
        assertThat(cancelled.details()).isEqualTo(JsonMapper.shared().readTree("""
                {"CancellationReasons": [
                  {"Code": "None"}, {"Code": "TransactionConflict", "Message": "Transaction is ongoing for the item"}]}"""));
    }

    @Test
    void eachServiceHasItsNamesForFailures() {
        assertThat(AwsError.internal(Service.DYNAMO_DB, 500).code()).isEqualTo("InternalServerError");
        assertThat(AwsError.internal(Service.SQS, 500).code()).isEqualTo("InternalFailure");
        assertThat(AwsError.internal(Service.SQS, 503).code()).isEqualTo("ServiceUnavailable");
        assertThat(AwsError.throttled(Calls.receive("q"), ThrottlingError.PROVISIONED, Limit.ACCOUNT, Set.of())
                        .code())
                .isEqualTo("RequestThrottled");
    }
}
