package io.feedmill.api.live;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.OutputStream;
import org.springframework.core.NestedExceptionUtils;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;

/** Writes server-sent events. A write waits for a client that is slow; it fails if the client takes nothing for the connection's time limit. */
final class EventWriter {
    private static final byte[] COMMENT = ": \n\n".getBytes(US_ASCII);
    private static final byte[] END = "\n\n".getBytes(US_ASCII);

    private final OutputStream out;
    private final ObjectWriter json;

    EventWriter(OutputStream out, JsonMapper json) {
        this.out = out;
        this.json = json.writer()
                .without(StreamWriteFeature.AUTO_CLOSE_TARGET)
                .without(StreamWriteFeature.FLUSH_PASSED_TO_STREAM);
    }

    /** Writes an event. Its data is one line: the texts in JSON have no line breaks, and clients' objects are stored without white space. */
    void write(String event, Object data) throws IOException {
        out.write(("event: " + event + "\ndata: ").getBytes(US_ASCII));
        try {
            json.writeValue(out, data);
        } catch (JacksonException e) {
            if (NestedExceptionUtils.getRootCause(e) instanceof IOException failure) {
                throw failure;
            }
            throw e;
        }
        out.write(END);
    }

    /** Writes what clients ignore, so that no proxy takes the connection for dead. */
    void writeComment() throws IOException {
        out.write(COMMENT);
    }

    /** Sends what was written. */
    void flush() throws IOException {
        out.flush();
    }
}
