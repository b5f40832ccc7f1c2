package io.feedmill.faults.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.faults.Calls;
import io.feedmill.faults.protocol.ApiCall;
import io.feedmill.faults.verdict.Edit;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class ReceiptsTest {
    private final ApiCall deletes = Calls.entries("DeleteMessageBatch", 4);

    @Test
    void aCopyIsTheSameMessageWithAReceiptOfItsOwn() {
        ObjectNode message = json("""
                {"MessageId": "1", "ReceiptHandle": "r#1", "Body": "b", "Attributes": {"ApproximateReceiveCount": "2"}}""");
        ObjectNode copy = Copies.of(message, 3);
        assertThat(Receipts.isMarked(message)).isFalse();
        assertThat(Receipts.isMarked(copy)).isTrue();
        assertThat(copy.path("Attributes").path("ApproximateReceiveCount").asString())
                .isEqualTo("5");
        assertThat(copy.path("ReceiptHandle"))
                .isNotEqualTo(Copies.of(message, 2).path("ReceiptHandle"))
                .isNotEqualTo(Copies.of(message, 0).path("ReceiptHandle"));
        assertThat(Receipts.original(copy).path("ReceiptHandle").asString()).isEqualTo("r#1");
    }

    @Test
    void onlyWhatIsWantedIsForwarded() {
        ReceiptBatch batch = ReceiptBatch.of(deletes.json(), new Edit.WithoutDeletes(Set.of(0), Set.of(2)));
        assertThat(batch.wanted())
                .extracting(entry -> entry.path("Id").asString())
                .containsExactly("e1", "e3");
        assertThat(ReceiptBatch.request(deletes.json(), batch.wanted())
                        .path("Entries")
                        .size())
                .isEqualTo(2);
        assertThat(deletes.json().path("Entries").size()).isEqualTo(4);
    }

    @Test
    void theAnswerTellsOfEachEntryWhatItsFateIs() {
        ReceiptBatch batch = ReceiptBatch.of(deletes.json(), new Edit.WithoutDeletes(Set.of(0), Set.of(2)));
        ObjectNode answer = batch.answer(json("""
                {"Successful": [{"Id": "e1"}], "Failed": [{"Id": "e3", "Code": "ReceiptHandleIsInvalid"}]}"""));
        assertThat(ids(answer, "Successful")).containsExactly("e1", "e2");
        assertThat(ids(answer, "Failed")).containsExactly("e3", "e0");
        assertThat(answer.path("Failed").path(1).path("SenderFault").asBoolean())
                .isFalse();
    }

    @Test
    void aReceiptThatIsKnownNoLongerFailsOnlyWhereTheMessageCameOnce() {
        ObjectNode body = json("""
                {"Entries": [{"Id": "copied", "ReceiptHandle": "r~delivery-1"}, {"Id": "once", "ReceiptHandle": "s"}]}""");
        ReceiptBatch batch = ReceiptBatch.of(body, Edit.WithoutDeletes.NONE);
        assertThat(batch.isPlain()).isFalse();
        ObjectNode answer = batch.answer(json("{\"Failed\": [{\"Id\": \"copied\"}, {\"Id\": \"once\"}]}"));
        assertThat(ids(answer, "Successful")).containsExactly("copied");
        assertThat(ids(answer, "Failed")).containsExactly("once");
    }

    @Test
    void sendsGetTheLongerDelay() {
        ObjectNode batch = Sends.delayed(
                Calls.sqs("SendMessageBatch", "{\"Entries\": [{\"DelaySeconds\": 9}, {}, {}]}"), Map.of(0, 5, 2, 5));
        assertThat(batch.path("Entries").values())
                .extracting(entry -> entry.path("DelaySeconds").asInt(0))
                .containsExactly(9, 0, 5);
        assertThat(Sends.delayed(Calls.sqs("SendMessage", "{}"), Map.of(0, 3))
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
