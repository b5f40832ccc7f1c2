package io.feedmill.faults.protocol;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * What an item weighs in write units.
 *
 * @see <a href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html">DynamoDB item sizes and formats</a>
 */
final class ItemSize {
    private static final int UNIT = 1024;
    private static final int COLLECTION = 3;

    private ItemSize() {}

    /** The write units for so many bytes: 1 for each started KiB, at least 1. */
    static int units(int bytes) {
        return Math.max(1, Math.ceilDiv(bytes, UNIT));
    }

    /** The size of a map of attributes in DynamoDB's JSON. */
    static int bytes(JsonNode attributes) {
        return attributes.properties().stream()
                .mapToInt(attribute -> utf8(attribute.getKey()) + value(attribute.getValue()))
                .sum();
    }

    private static int value(JsonNode typed) {
        return typed.properties().stream()
                .mapToInt(ItemSize::content)
                .findFirst()
                .orElse(0);
    }

    private static int content(Map.Entry<String, JsonNode> typed) {
        JsonNode value = typed.getValue();
        return switch (typed.getKey()) {
            case "S" -> utf8(value.asString(""));
            case "N" -> number(value.asString(""));
            case "B" -> binary(value.asString(""));
            case "SS" ->
                value.valueStream().mapToInt(each -> utf8(each.asString(""))).sum();
            case "NS" ->
                value.valueStream().mapToInt(each -> number(each.asString(""))).sum();
            case "BS" ->
                value.valueStream().mapToInt(each -> binary(each.asString(""))).sum();
            case "L" ->
                COLLECTION
                        + value.valueStream().mapToInt(each -> 1 + value(each)).sum();
            case "M" -> COLLECTION + value.size() + bytes(value);
            default -> 1;
        };
    }

    /** One byte for two digits and one more. */
    private static int number(String digits) {
        return digits.length() / 2 + 1;
    }

    private static int binary(String base64) {
        return base64.length() / 4 * 3;
    }

    private static int utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }
}
