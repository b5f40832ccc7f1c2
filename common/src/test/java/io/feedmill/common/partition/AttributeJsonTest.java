package io.feedmill.common.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class AttributeJsonTest {

    @Test
    void readsEveryType() {
        String json = """
                {"s": {"S": "héllo"}, "n": {"N": "-1.5E3"}, "b": {"B": "AQI="}, "t": {"BOOL": true}, "z": {"NULL": true},
                 "ss": {"SS": ["a", "b"]}, "ns": {"NS": ["1", "2"]}, "bs": {"BS": ["AQ=="]},
                 "l": {"L": [{"S": "x"}, {"M": {"y": {"N": "0"}}}]}}
                """;
        assertThat(AttributeJson.parse(json))
                .isEqualTo(Map.of(
                        "s", AttributeValue.fromS("héllo"),
                        "n", AttributeValue.fromN("-1.5E3"),
                        "b", AttributeValue.fromB(SdkBytes.fromByteArray(new byte[] {1, 2})),
                        "t", AttributeValue.fromBool(true),
                        "z", AttributeValue.fromNul(true),
                        "ss", AttributeValue.fromSs(List.of("a", "b")),
                        "ns", AttributeValue.fromNs(List.of("1", "2")),
                        "bs", AttributeValue.fromBs(List.of(SdkBytes.fromByteArray(new byte[] {1}))),
                        "l",
                                AttributeValue.fromL(List.of(
                                        AttributeValue.fromS("x"),
                                        AttributeValue.fromM(Map.of("y", AttributeValue.fromN("0")))))));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "[]",
                "{",
                "{} {}",
                "{\"a\": \"x\"}",
                "{\"a\": {}}",
                "{\"a\": {\"S\": \"x\", \"N\": \"1\"}}",
                "{\"a\": {\"S\": \"x\"}, \"a\": {\"S\": \"y\"}}",
                "{\"a\": {\"X\": \"x\"}}",
                "{\"a\": {\"S\": 1}}",
                "{\"a\": {\"N\": 1}}",
                "{\"a\": {\"N\": \"one\"}}",
                "{\"a\": {\"N\": \"123456789012345678901234567890123456789\"}}",
                "{\"a\": {\"N\": \"1E126\"}}",
                "{\"a\": {\"B\": \"*\"}}",
                "{\"a\": {\"BOOL\": \"true\"}}",
                "{\"a\": {\"NULL\": false}}",
                "{\"a\": {\"SS\": []}}",
                "{\"a\": {\"SS\": [\"x\", \"x\"]}}",
                "{\"a\": {\"L\": {}}}",
                "{\"a\": {\"M\": []}}"
            })
    void refusesAnythingElse(String json) {
        assertThatIllegalArgumentException().isThrownBy(() -> AttributeJson.parse(json));
    }

    @Test
    void refusesMoreThan32Levels() {
        assertThat(AttributeJson.parse(nested(31))).hasSize(1);
        assertThatIllegalArgumentException().isThrownBy(() -> AttributeJson.parse(nested(32)));
    }

    private static String nested(int levels) {
        return "{\"a\": " + "{\"L\": [".repeat(levels) + "{\"S\": \"x\"}" + "]}".repeat(levels) + "}";
    }

    @Test
    void countsBytesOfNamesAndValues() {
        assertThat(size("{\"ab\": {\"S\": \"é\"}}")).isEqualTo(2 + 2);
        assertThat(size("{\"ab\": {\"B\": \"AQI=\"}, \"c\": {\"BOOL\": false}}"))
                .isEqualTo(2 + 2 + 1 + 1);
        assertThat(size("{\"l\": {\"L\": [{\"S\": \"xyz\"}]}}")).isEqualTo(1 + 3 + 1 + 3);
        assertThat(size("{\"m\": {\"M\": {\"k\": {\"S\": \"xyz\"}}}}")).isEqualTo(1 + 3 + 1 + 1 + 3);
        assertThat(size("{\"n\": {\"N\": \"1234\"}}")).isEqualTo(1 + 2 + 2);
    }

    private static long size(String json) {
        return AttributeJson.size(AttributeJson.parse(json));
    }
}
