package io.feedmill.common.partition;

import java.util.Arrays;
import java.util.Base64;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** One part of a key, of any type: the string itself, the number as DynamoDB writes it, or the bytes in base64, padded. */
public record KeyValue(ScalarType type, String text) {

    public static KeyValue string(String text) {
        return new KeyValue(ScalarType.S, text);
    }

    public AttributeValue attribute() {
        return switch (type) {
            case S -> AttributeValue.fromS(text);
            case N -> AttributeValue.fromN(text);
            case B ->
                AttributeValue.fromB(SdkBytes.fromByteArray(Base64.getDecoder().decode(text)));
        };
    }

    public enum ScalarType {
        S,
        N,
        B;

        private static final int MAX_BYTES = 1_024;

        /**
         * The greatest sort key of this type, after which a partition has no more rows.
         *
         * @see <a href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html">DynamoDB's limits: a sort key is 1 to
         *     1,024 bytes; a number has up to 38 digits and is at most 9.9999999999999999999999999999999999999E+125</a>
         */
        public KeyValue greatest() {
            return switch (this) {
                case S -> string(Character.toString(Character.MAX_CODE_POINT).repeat(MAX_BYTES / 4));
                case N -> new KeyValue(N, "9." + "9".repeat(37) + "E+125");
                case B -> {
                    byte[] ones = new byte[MAX_BYTES];
                    Arrays.fill(ones, (byte) 0xff);
                    yield new KeyValue(B, Base64.getEncoder().encodeToString(ones));
                }
            };
        }
    }
}
