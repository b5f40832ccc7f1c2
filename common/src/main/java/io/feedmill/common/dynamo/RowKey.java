package io.feedmill.common.dynamo;

import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The key of a row: a Scan continues after it. */
public record RowKey(String pk, String sk) {

    Map<String, AttributeValue> attributes() {
        return Attributes.key(pk, sk);
    }
}
