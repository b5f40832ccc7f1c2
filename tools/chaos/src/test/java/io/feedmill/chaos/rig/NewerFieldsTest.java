package io.feedmill.chaos.rig;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.faults.protocol.ApiCall;
import io.feedmill.faults.protocol.Body;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.ObjectNode;

class NewerFieldsTest {
    private static final String ROW = "{'Item':{'pk':{'S':'a'}}}";
    private static final String NEWER_ROW = "{'Item':{'pk':{'S':'a'},'newer':{'S':'unknown'}}}";
    private static final String DELETE = "{'DeleteRequest':{'Key':{'pk':{'S':'b'}}}}";
    private static final String UPDATE = "{'Update':{'Key':{'pk':{'S':'b'}}}}";

    private static ObjectNode json(String text) {
        return Body.of(text.replace('\'', '"').getBytes(UTF_8)).json();
    }

    @Test
    void eachPutRowHasTheAttribute() {
        assertAdded("PutItem", ROW, NEWER_ROW, 1);
        String batch = "{'RequestItems':{'t':[{'PutRequest':%s},%s],'u':[{'PutRequest':%s}]}}";
        assertAdded(
                "BatchWriteItem", batch.formatted(ROW, DELETE, ROW), batch.formatted(NEWER_ROW, DELETE, NEWER_ROW), 2);
        String transaction = "{'TransactItems':[%s,{'Put':%s}]}";
        assertAdded(
                "TransactWriteItems", transaction.formatted(UPDATE, ROW), transaction.formatted(UPDATE, NEWER_ROW), 1);
    }

    @Test
    void eachMessageHasTheField() {
        String one = "{'MessageBody':'{\\'v\\':1%s}'}";
        assertAdded("SendMessage", one.formatted(""), one.formatted(",\\'newer\\':\\'unknown\\'"), 1);
        String batch = "{'Entries':[{'Id':'0','MessageBody':'{\\'v\\':1%s}'},{'Id':'1','MessageBody':'no JSON'}]}";
        assertAdded("SendMessageBatch", batch.formatted(""), batch.formatted(",\\'newer\\':\\'unknown\\'"), 1);
    }

    @ParameterizedTest
    @CsvSource({"GetItem", "UpdateItem", "ReceiveMessage"})
    void noOtherRequestChanges(String operation) {
        assertAdded(operation, ROW, ROW, 0);
    }

    private static void assertAdded(String operation, String request, String wanted, int count) {
        ObjectNode body = json(request);
        assertThat(NewerFields.add(operation, body)).isEqualTo(count);
        assertThat(body).isEqualTo(json(wanted));
    }

    /** The checksums are those of {@code echo -n a | md5sum}, and of b. */
    @Test
    void theAnswerHasTheChecksumOfTheSentText() {
        assertThat(answer("SendMessage", "{'MessageBody':'a'}", "{'MessageId':'7','MD5OfMessageBody':'other'}"))
                .isEqualTo(json("{'MessageId':'7','MD5OfMessageBody':'0cc175b9c0f1b6a831c399e269772661'}"));
        assertThat(answer(
                        "SendMessageBatch",
                        "{'Entries':[{'Id':'0','MessageBody':'a'},{'Id':'1','MessageBody':'b'}]}",
                        "{'Successful':[{'Id':'1','MD5OfMessageBody':'other'}],'Failed':[{'Id':'0'}]}"))
                .isEqualTo(
                        json(
                                "{'Successful':[{'Id':'1','MD5OfMessageBody':'92eb5ffee6ae2fec3ad71c777531578f'}],'Failed':[{'Id':'0'}]}"));
    }

    private static ObjectNode answer(String operation, String request, String answer) {
        ApiCall call = ApiCall.of("AmazonSQS." + operation, Body.of(json(request)));
        return NewerFields.answer(call, json(answer));
    }
}
