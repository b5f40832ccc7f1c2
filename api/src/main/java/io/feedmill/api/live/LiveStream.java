package io.feedmill.api.live;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.feedmill.api.feed.FeedItemResponse;
import io.feedmill.api.feed.HomePages.HomePage;
import io.feedmill.api.http.TimedAnswers;
import io.feedmill.api.live.PageDifference.Removed;
import io.feedmill.api.metrics.ApiMetrics;
import io.feedmill.api.security.OngoingCall;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.storage.StorageException;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.springframework.core.NestedExceptionUtils;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;

/** The events after the first page of one live feed, which the thread of its request writes. For one thread. */
final class LiveStream {
    private static final long TICK = Duration.ofSeconds(1).toNanos();
    private static final long COMMENT = Duration.ofSeconds(15).toNanos();
    /** How long the caller's rights may be unknown. */
    private static final long UNKNOWN = Duration.ofSeconds(30).toNanos();

    private final HomeLoop loop;
    private final OngoingCall call;
    private final EventWriter events;
    private final BooleanSupplier stopping;
    private final ApiMetrics metrics;
    private final Instant opened;
    private Badge.@Nullable Unseen told;
    private long writtenAt;
    private long permittedAt;

    /** @param stopping whether the process ends */
    LiveStream(HomeLoop loop, OngoingCall call, EventWriter events, BooleanSupplier stopping, ApiMetrics metrics) {
        this.loop = loop;
        this.call = call;
        this.events = events;
        this.stopping = stopping;
        this.metrics = metrics;
        this.opened = call.clock().instant();
        this.writtenAt = loop.nanoTime();
        this.permittedAt = writtenAt;
    }

    /** The data of an event {@code remove}. */
    record RemoveEvent(String post, String reason) {}

    /** The data of an event {@code end}. */
    record EndEvent(String reason) {}

    /** Writes events until the client or the API ends the stream. */
    void follow(HomePage first) throws IOException, InterruptedException {
        HomePage sent = first;
        write(PageDifference.between(sent.page(), sent.page()));
        Optional<String> end = end();
        while (end.isEmpty() && !TimedAnswers.clientHasLeft()) {
            HomePage newest = loop.newest(sent, TICK);
            write(PageDifference.between(sent.page(), newest.page()));
            sent = newest;
            end = end();
        }
        if (end.isPresent()) {
            events.write("end", new EndEvent(end.get()));
            events.flush();
        }
    }

    private void write(PageDifference difference) throws IOException {
        for (Removed removed : difference.removed()) {
            events.write(
                    "remove",
                    new RemoveEvent(removed.post().value(), removed.reason().value()));
        }
        put(difference.changed());
        put(difference.added().reversed());
        if (!tell() && difference.isEmpty()) {
            if (loop.nanoTime() - writtenAt < COMMENT) {
                return;
            }
            events.writeComment();
        }
        events.flush();
        writtenAt = loop.nanoTime();
        difference.added().forEach(this::measure);
    }

    /** Writes the number of unseen notifications, if it is another one than before; returns whether it is. */
    private boolean tell() throws IOException {
        Badge.Unseen unseen = loop.unseen();
        if (unseen == null || unseen.equals(told)) {
            return false;
        }
        events.write("unseen", unseen);
        told = unseen;
        return true;
    }

    private void put(List<FeedItem> items) throws IOException {
        for (FeedItem item : items) {
            events.write("put", FeedItemResponse.of(item));
        }
    }

    /** Not of older posts, such as those of an author whom the user follows now. */
    private void measure(FeedItem shown) {
        Instant created = shown.post().createdAt();
        if (created.isAfter(opened)) {
            metrics.shownAfter(Duration.between(created, call.clock().instant()));
        }
    }

    /** Returns why the API ends the stream; empty: it does not. */
    private Optional<String> end() {
        if (stopping.getAsBoolean()) {
            return Optional.of("shutdown");
        }
        Optional<String> refusal = refusal();
        boolean unknown = loop.nanoTime() - permittedAt >= UNKNOWN;
        return refusal.isEmpty() && (unknown || loop.isUnavailable()) ? Optional.of("unavailable") : refusal;
    }

    private Optional<String> refusal() {
        try {
            Optional<String> refusal = call.refusal(loop.reader()).map(OngoingCall.Refusal::value);
            permittedAt = loop.nanoTime();
            return refusal;
        } catch (StorageException e) {
            return Optional.empty();
        }
    }

    /** Writes server-sent events. A write waits for a client that is slow; it fails if the client takes nothing for the connection's time limit. */
    static final class EventWriter {
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

        void flush() throws IOException {
            out.flush();
        }
    }
}
