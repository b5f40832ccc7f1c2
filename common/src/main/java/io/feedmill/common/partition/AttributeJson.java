package io.feedmill.common.partition;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.springframework.util.Assert.isTrue;

import java.math.BigDecimal;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Items in DynamoDB's JSON, <code>{"name": {"S": "…"}}</code>, and their size as DynamoDB counts it. */
final class AttributeJson {
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private static final int MAX_DEPTH = 32;
    private static final int MAX_DIGITS = 38;
    private static final int MAX_EXPONENT = 125;
    private static final int MIN_EXPONENT = -130;

    private AttributeJson() {}

    /** Returns the attributes. Throws an {@link IllegalArgumentException} that says what is wrong. */
    static Map<String, AttributeValue> parse(String json) {
        try {
            return attributes(JSON.readTree(json), 1);
        } catch (JacksonException e) {
            throw new IllegalArgumentException("it is not valid JSON", e);
        }
    }

    private static Map<String, AttributeValue> attributes(JsonNode node, int depth) {
        isTrue(node.isObject() && depth <= MAX_DEPTH, "attributes must be an object, nested up to 32 levels");
        return node.properties().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, field -> value(field.getKey(), field.getValue(), depth)));
    }

    private static AttributeValue value(String name, JsonNode node, int depth) {
        isTrue(node.isObject() && node.size() == 1, "attribute " + name + " must be an object of one type and value");
        Map.Entry<String, JsonNode> typed = node.properties().iterator().next();
        JsonNode value = typed.getValue();
        return switch (typed.getKey()) {
            case "S" -> AttributeValue.fromS(text(name, value));
            case "N" -> AttributeValue.fromN(number(name, value));
            case "B" -> AttributeValue.fromB(bytes(name, value));
            case "BOOL" -> AttributeValue.fromBool(flag(name, value));
            case "NULL" -> AttributeValue.fromNul(nothing(name, value));
            case "SS" -> AttributeValue.fromSs(set(name, value, text -> text(name, text)));
            case "NS" -> AttributeValue.fromNs(set(name, value, number -> number(name, number)));
            case "BS" -> AttributeValue.fromBs(set(name, value, bytes -> bytes(name, bytes)));
            case "L" -> AttributeValue.fromL(list(name, value, depth + 1));
            case "M" -> AttributeValue.fromM(attributes(value, depth + 1));
            default ->
                throw new IllegalArgumentException("attribute " + name + " has the unknown type " + typed.getKey());
        };
    }

    private static String text(String name, JsonNode value) {
        isTrue(value.isString(), "attribute " + name + " needs a string as its value");
        return value.stringValue();
    }

    private static String number(String name, JsonNode value) {
        String text = text(name, value);
        try {
            BigDecimal number = new BigDecimal(text).stripTrailingZeros();
            int exponent = number.precision() - number.scale() - 1;
            boolean fits = number.precision() <= MAX_DIGITS && exponent >= MIN_EXPONENT && exponent <= MAX_EXPONENT;
            isTrue(fits || number.signum() == 0, "attribute " + name + " has a number that DynamoDB does not take");
            return text;
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("attribute " + name + " has an invalid number", e);
        }
    }

    private static SdkBytes bytes(String name, JsonNode value) {
        String text = text(name, value);
        try {
            return SdkBytes.fromByteArray(Base64.getDecoder().decode(text));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("attribute " + name + " has invalid base64", e);
        }
    }

    private static boolean flag(String name, JsonNode value) {
        isTrue(value.isBoolean(), "attribute " + name + " needs true or false as its value");
        return value.booleanValue();
    }

    private static boolean nothing(String name, JsonNode value) {
        isTrue(flag(name, value), "attribute " + name + " needs true as its value");
        return true;
    }

    private static <T> List<T> set(String name, JsonNode value, Function<JsonNode, T> element) {
        isTrue(value.isArray() && !value.isEmpty(), "attribute " + name + " needs a set that is not empty");
        List<T> elements = value.valueStream().map(element).toList();
        isTrue(new HashSet<>(elements).size() == elements.size(), "attribute " + name + " has an element twice");
        return elements;
    }

    private static List<AttributeValue> list(String name, JsonNode value, int depth) {
        isTrue(value.isArray() && depth <= MAX_DEPTH, "attribute " + name + " needs an array, nested up to 32 levels");
        return value.valueStream().map(each -> value(name, each, depth)).toList();
    }

    /** Returns the bytes of the attributes with their names; numbers may have a few less. */
    static long size(Map<String, AttributeValue> attributes) {
        return attributes.entrySet().stream()
                .mapToLong(attribute -> utf8(attribute.getKey()) + size(attribute.getValue()))
                .sum();
    }

    private static long size(AttributeValue value) {
        return switch (value.type()) {
            case S -> utf8(value.s());
            case N -> digits(value.n());
            case B -> value.b().asByteArrayUnsafe().length;
            case SS -> value.ss().stream().mapToLong(AttributeJson::utf8).sum();
            case NS -> value.ns().stream().mapToLong(AttributeJson::digits).sum();
            case BS ->
                value.bs().stream()
                        .mapToLong(bytes -> bytes.asByteArrayUnsafe().length)
                        .sum();
            case L -> 3 + value.l().stream().mapToLong(each -> 1 + size(each)).sum();
            case M -> 3 + value.m().size() + size(value.m());
            default -> 1;
        };
    }

    private static long utf8(String text) {
        return text.getBytes(UTF_8).length;
    }

    /** A byte for two digits, one for the exponent and one for the sign. */
    private static long digits(String number) {
        return (new BigDecimal(number).stripTrailingZeros().precision() + 1) / 2 + 2L;
    }
}
