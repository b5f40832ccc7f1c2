package io.feedmill.common.partition;

import io.feedmill.common.key.MaxKey;
import java.util.Base64;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * One part of a key, of any type.
 *
 * @param text the string itself; the number as DynamoDB writes it; the bytes in base64, padded
 */
public record KeyValue(ScalarType type, String text) {

    public static KeyValue string(String text) {
        return new KeyValue(ScalarType.S, text);
    }

    /** The value of a key attribute in DynamoDB's form. */
    public AttributeValue attribute() {
        return switch (type) {
            case S -> AttributeValue.fromS(text);
            case N -> AttributeValue.fromN(text);
            case B ->
                AttributeValue.fromB(SdkBytes.fromByteArray(Base64.getDecoder().decode(text)));
        };
    }

    /** The type of a key attribute. */
    public enum ScalarType {
        /** A string. */
        S,
        /** A number. */
        N,
        /** Bytes. */
        B;

        /** The greatest sort key of this type. */
        KeyValue greatest() {
            return switch (this) {
                case S -> new KeyValue(S, MaxKey.string());
                case N -> new KeyValue(N, MaxKey.number().toString());
                case B -> new KeyValue(B, Base64.getEncoder().encodeToString(MaxKey.binary()));
            };
        }
    }
}
