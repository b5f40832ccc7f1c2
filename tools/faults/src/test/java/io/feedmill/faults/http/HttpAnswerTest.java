package io.feedmill.faults.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.faults.http.HttpCall.Header;
import io.feedmill.faults.protocol.ApiCall.Service;
import io.feedmill.faults.protocol.AwsError;
import io.feedmill.faults.protocol.Body;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class HttpAnswerTest {

    /** The CRC32 of {@code {}}, from zlib. */
    @Test
    void ownAnswersOfDynamoDbHaveAChecksum() {
        assertThat(HttpAnswer.of(Service.DYNAMO_DB, 200, Body.newObject()).headers())
                .contains(new Header("x-amz-crc32", "2745614147"));
        assertThat(HttpAnswer.of(Service.SQS, 200, Body.newObject()).headers())
                .noneMatch(header -> header.name().equals("x-amz-crc32"));
    }

    @Test
    void anotherBodyGetsAnotherChecksum() {
        HttpAnswer answer = new HttpAnswer(
                200,
                List.of(new Header("X-Amz-Crc32", "1"), new Header("x-amzn-RequestId", "id")),
                Body.of("[]".getBytes(StandardCharsets.UTF_8)));
        assertThat(answer.withJson(Body.newObject()).headers())
                .containsExactlyInAnyOrder(
                        new Header("x-amz-crc32", "2745614147"), new Header("x-amzn-RequestId", "id"));
    }

    @Test
    void sqsNamesItsErrorsInAHeaderToo() {
        assertThat(HttpAnswer.of(Service.SQS, AwsError.internal(Service.SQS, 503))
                        .headers())
                .contains(new Header("x-amzn-query-error", "ServiceUnavailable;Receiver"));
    }
}
