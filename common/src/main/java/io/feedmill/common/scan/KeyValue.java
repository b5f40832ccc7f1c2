package io.feedmill.common.scan;

/**
 * One part of a key, of any type.
 *
 * @param text the string itself; the number as DynamoDB writes it; the bytes in base64, padded
 */
public record KeyValue(ScalarType type, String text) {

    public static KeyValue string(String text) {
        return new KeyValue(ScalarType.S, text);
    }
}
