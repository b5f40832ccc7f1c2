package io.feedmill.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.faults.decision.Decision.Edit;
import io.feedmill.faults.http.HttpAnswer;
import io.feedmill.faults.protocol.ApiCall;
import io.feedmill.faults.protocol.ApiCall.Service;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class ReceiptsTest {
    private final ApiCall deletes = Calls.entries("DeleteMessageBatch", 4);
    private final List<ObjectNode> forwarded = new ArrayList<>();

    @Test
    void aCopyIsTheSameMessageWithAReceiptOfItsOwn() {
        ObjectNode message = json("""
                {"MessageId": "1", "ReceiptHandle": "r#1", "Body": "b", "Attributes": {"ApproximateReceiveCount": "2"}}""");
        ObjectNode copy = Receives.copy(message, 3);
        assertThat(Receipts.isMarked(message)).isFalse();
        assertThat(Receipts.isMarked(copy)).isTrue();
        assertThat(copy.path("Attributes").path("ApproximateReceiveCount").asString())
                .isEqualTo("5");
        assertThat(copy.path("ReceiptHandle"))
                .isNotEqualTo(Receives.copy(message, 2).path("ReceiptHandle"))
                .isNotEqualTo(Receives.copy(message, 0).path("ReceiptHandle"));
        assertThat(Receipts.original(copy).path("ReceiptHandle").asString()).isEqualTo("r#1");
    }

    @Test
    void onlyOtherEntriesAreForwarded() throws IOException {
        send(deletes, new Edit.WithoutDeletes(Set.of(0), Set.of(2)), "{}");
        assertThat(forwarded).hasSize(1);
        assertThat(ids(forwarded.getFirst(), "Entries")).containsExactly("e1", "e3");
        assertThat(deletes.json().path("Entries").size()).isEqualTo(4);
    }

    @Test
    void theAnswerNamesEachEntry() throws IOException {
        ObjectNode answer = send(deletes, new Edit.WithoutDeletes(Set.of(0), Set.of(2)), """
                {"Successful": [{"Id": "e1"}], "Failed": [{"Id": "e3", "Code": "ReceiptHandleIsInvalid"}]}""");
        assertThat(ids(answer, "Successful")).containsExactly("e1", "e2");
        assertThat(ids(answer, "Failed")).containsExactly("e3", "e0");
        assertThat(answer.path("Failed").path(1).path("SenderFault").asBoolean())
                .isFalse();
    }

    @Test
    void anUnknownReceiptFailsOnlyIfItsMessageWasDeliveredOnce() throws IOException {
        ApiCall batch = Calls.sqs("DeleteMessageBatch", """
                {"Entries": [{"Id": "copied", "ReceiptHandle": "r~delivery-1"}, {"Id": "once", "ReceiptHandle": "s"}]}""");
        ObjectNode answer =
                send(batch, Edit.WithoutDeletes.NONE, "{\"Failed\": [{\"Id\": \"copied\"}, {\"Id\": \"once\"}]}");
        assertThat(forwarded
                        .getFirst()
                        .path("Entries")
                        .path(0)
                        .path("ReceiptHandle")
                        .asString())
                .isEqualTo("r");
        assertThat(ids(answer, "Successful")).containsExactly("copied");
        assertThat(ids(answer, "Failed")).containsExactly("once");
    }

    /** Sends the batch to a target with this answer, and returns the client's. */
    private ObjectNode send(ApiCall call, Edit.WithoutDeletes without, String answer) throws IOException {
        return Receipts.send(call, without, body -> {
                    forwarded.add(body.json());
                    return HttpAnswer.of(Service.SQS, 200, json(answer));
                })
                .body()
                .json();
    }

    @Test
    void sendsGetTheLongerDelay() {
        ObjectNode batch = FaultExchange.delayed(
                Calls.sqs("SendMessageBatch", "{\"Entries\": [{\"DelaySeconds\": 9}, {}, {}]}"), Map.of(0, 5, 2, 5));
        assertThat(batch.path("Entries").values())
                .extracting(entry -> entry.path("DelaySeconds").asInt(0))
                .containsExactly(9, 0, 5);
        assertThat(FaultExchange.delayed(Calls.sqs("SendMessage", "{}"), Map.of(0, 3))
                        .path("DelaySeconds")
                        .asInt())
                .isEqualTo(3);
    }

    private static List<String> ids(ObjectNode answer, String field) {
        return answer.path(field).valueStream().map(ReceiptsTest::id).toList();
    }

    private static String id(JsonNode entry) {
        return entry.path("Id").asString();
    }

    private static ObjectNode json(String text) {
        return JsonMapper.shared().readTree(text).asObject();
    }
}
