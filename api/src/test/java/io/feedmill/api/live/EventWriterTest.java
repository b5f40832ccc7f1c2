package io.feedmill.api.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feedmill.api.live.LiveStream.EventWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class EventWriterTest {

    @Test
    void writesAnEventInThreeLinesAndLeavesTheStreamOpen() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        EventWriter events = new EventWriter(out, JsonMapper.shared());
        events.write("put", Map.of("text", "two\nlines \u00e9"));
        events.writeComment();
        assertThat(out.toString(StandardCharsets.UTF_8))
                .isEqualTo("event: put\ndata: {\"text\":\"two\\nlines \u00e9\"}\n\n: \n\n");
    }

    /** Jackson wraps what a client that has left causes. */
    @Test
    void aFailureToWriteIsTheConnections() {
        OutputStream closed = new OutputStream() {
            private int bytes;

            @Override
            public void write(int value) throws IOException {
                if (++bytes > 10_000) {
                    throw new IOException("closed");
                }
            }
        };
        EventWriter events = new EventWriter(closed, JsonMapper.shared());
        Map<String, List<String>> page = Map.of("items", List.of("x".repeat(50_000), "y"));
        assertThatThrownBy(() -> events.write("page", page))
                .isInstanceOf(IOException.class)
                .hasMessage("closed");
    }
}
