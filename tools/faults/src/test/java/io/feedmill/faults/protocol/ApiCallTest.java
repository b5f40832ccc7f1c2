package io.feedmill.faults.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.faults.Calls;
import io.feedmill.faults.protocol.ApiCall.Service;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ApiCallTest {

    @Test
    void theTargetNamesServiceAndOperation() {
        assertThat(Calls.put("a").service()).isEqualTo(Service.DYNAMO_DB);
        assertThat(Calls.put("a").operation()).isEqualTo("PutItem");
        assertThat(Calls.receive("q").service()).isEqualTo(Service.SQS);
        assertThat(Calls.receive("q").operation()).isEqualTo("ReceiveMessage");
        assertThat(ApiCall.of(null, Body.EMPTY).service()).isEqualTo(Service.OTHER);
        assertThat(ApiCall.of("Kinesis_20131202.PutRecord", Body.EMPTY).service())
                .isEqualTo(Service.OTHER);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"TableName\": \"a\"}",
                "{\"RequestItems\": {\"a\": []}}",
                "{\"TransactItems\": [{\"Delete\": {\"TableName\": \"a\"}}, {\"ConditionCheck\": {\"TableName\": \"a\"}}]}"
            })
    void findsTablesWhereverTheyStand(String body) {
        assertThat(Calls.dynamoDb("Any", body).tables()).containsExactly("a");
    }

    @Test
    void aQueueIsTheEndOfItsUrl() {
        assertThat(Calls.receive("deliver").queue()).contains("deliver");
        assertThat(Calls.sqs("ListQueues", "{}").queue()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[1]", "{", "text"})
    void aBodyThatIsNoObjectIsEmpty(String body) {
        ApiCall call = Calls.dynamoDb("PutItem", body);
        assertThat(call.json().isEmpty()).isTrue();
        assertThat(call.tables()).isEmpty();
        assertThat(call.body().bytes()).isEqualTo(body.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void countsTheEntriesOfABatch() {
        assertThat(Calls.entries("DeleteMessageBatch", 3).entries()).isEqualTo(3);
        assertThat(Calls.sqs("DeleteMessage", "{}").entries()).isEqualTo(1);
    }
}
