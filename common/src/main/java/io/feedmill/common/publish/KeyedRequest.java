package io.feedmill.common.publish;

import io.feedmill.common.key.UserId;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A request that its client may repeat for 24 hours: with the same key it makes nothing more.
 *
 * @param key the client's key of this request, 1 to 255 ASCII characters
 * @param body all that it says: equal for requests that mean the same
 */
public record KeyedRequest(UserId user, String key, String body) {
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    /** A request that says these things; null: nothing. */
    public static KeyedRequest of(UserId user, String key, @Nullable Object... said) {
        return new KeyedRequest(user, key, JSON.writeValueAsString(Arrays.asList(said)));
    }

    /** Returns what the JSON means: whatever the order of its fields and the spelling of its numbers, as in RFC 8785. */
    static Object meaning(String json) {
        return meaning(JSON.readTree(json));
    }

    private static Object meaning(JsonNode value) {
        if (value.isNumber()) {
            return value.decimalValue().stripTrailingZeros();
        }
        if (value.isArray()) {
            return value.valueStream().map(KeyedRequest::meaning).toList();
        }
        if (value.isObject()) {
            Map<String, Object> sorted = new TreeMap<>();
            value.forEachEntry((name, field) -> sorted.put(name, meaning(field)));
            return sorted;
        }
        return value;
    }
}
