package io.feedmill.faults.protocol;

import java.util.zip.CRC32;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The bytes of a request or an answer. They are not copied and must not be changed. */
public final class Body {
    public static final Body EMPTY = new Body(new byte[0]);

    private static final JsonMapper MAPPER = JsonMapper.shared();

    private final byte[] bytes;

    private Body(byte[] bytes) {
        this.bytes = bytes;
    }

    public static Body of(byte[] bytes) {
        return new Body(bytes);
    }

    public static Body of(JsonNode json) {
        return new Body(MAPPER.writeValueAsBytes(json));
    }

    public static ObjectNode newObject() {
        return MAPPER.createObjectNode();
    }

    public byte[] bytes() {
        return bytes;
    }

    /** The JSON object; an empty one if the bytes are anything else. */
    public ObjectNode json() {
        try {
            return MAPPER.readTree(bytes) instanceof ObjectNode object ? object : newObject();
        } catch (JacksonException e) {
            return newObject();
        }
    }

    /** The checksum that DynamoDB sends in {@code x-amz-crc32}. */
    public long crc32() {
        CRC32 crc = new CRC32();
        crc.update(bytes);
        return crc.getValue();
    }
}
