package io.feedmill.simulation;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.feedmill.checker.Recorder;
import io.feedmill.checker.StreamEvent;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.mock.web.MockHttpServletResponse;
import tools.jackson.databind.json.JsonMapper;

/** The answer of a live feed: its events are recorded when they reach the client, which takes them at its pace, and may leave. */
final class LiveFeed extends MockHttpServletResponse {
    /** After which the API's server cuts a client that takes nothing. */
    private static final long TAKES_NOTHING = Duration.ofSeconds(10).toNanos();

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final SimulatedProcess api;
    private final Recorder history;
    private final long id;
    private final long pace;
    private final ByteArrayOutputStream written = new ByteArrayOutputStream();
    private final StringBuilder received = new StringBuilder();
    private long arrives;
    private @Nullable Instant openedAt;
    private boolean answered;
    private boolean closed;

    /** Takes the id of the call, and the time that the client takes for what comes at once. */
    LiveFeed(SimulatedProcess api, Recorder history, long id, long pace) {
        this.api = api;
        this.history = history;
        this.id = id;
        this.pace = pace;
    }

    @Override
    public ServletOutputStream getOutputStream() {
        return String.valueOf(getContentType()).startsWith("text/event-stream")
                ? new Events()
                : super.getOutputStream();
    }

    private final class Events extends ServletOutputStream {
        @Override
        public void write(int b) {
            written.write(b);
        }

        @Override
        public void write(byte[] bytes, int from, int length) {
            written.write(bytes, from, length);
        }

        @Override
        public void flush() throws IOException {
            if (closed) {
                throw new IOException("Connection reset by peer");
            }
            setCommitted(true);
            api.time().pass(Math.min(pace, TAKES_NOTHING));
            if (pace >= TAKES_NOTHING) {
                later(LiveFeed.this::close);
                throw new IOException("Timeout");
            }
            String text = written.toString(UTF_8);
            written.reset();
            later(() -> take(text));
        }

        @Override
        public boolean isReady() {
            return true;
        }

        @Override
        public void setWriteListener(WriteListener listener) {
            throw new UnsupportedOperationException();
        }
    }

    /** Lets this happen at the client, after all that was sent before. */
    private void later(Runnable action) {
        VirtualTime time = api.world().time();
        arrives = Math.max(arrives, time.now() + api.world().faults().travel());
        time.after(arrives - time.now(), action);
    }

    private void take(String text) {
        if (closed) {
            return;
        }
        openedAt = openedAt == null ? now() : openedAt;
        received.append(text);
        for (int end = received.indexOf("\n\n"); end >= 0; end = received.indexOf("\n\n")) {
            take(received.substring(0, end).split("\n"));
            received.delete(0, end + 2);
        }
    }

    private void take(String[] lines) {
        if (lines.length == 2) {
            record(lines[0].substring("event: ".length()), lines[1].substring("data: ".length()));
        }
    }

    private void record(String event, @Nullable String data) {
        api.world().reached().count("live", event.equals("end") ? event + " " + data : event);
        history.append(new StreamEvent(id, now(), event, data == null ? null : JSON.readTree(data)));
    }

    private Instant now() {
        return api.world().time().instant();
    }

    /** The API has answered, or has ended: what it sent arrives, and then the end. */
    void ended() {
        answered = true;
        later(this::close);
    }

    /** The connection is over for the client. */
    void close() {
        if (!closed && openedAt != null) {
            record("closed", null);
        }
        closed = true;
    }

    boolean isClosed() {
        return closed;
    }

    /** When the first byte came; null: it did not. */
    @Nullable Instant openedAt() {
        return openedAt;
    }

    /** Whether it is an answer of another kind: a refusal. */
    boolean isRefusal() {
        return closed && openedAt == null && answered && !api.time().hasEnded();
    }
}
