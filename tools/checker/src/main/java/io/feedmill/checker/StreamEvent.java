package io.feedmill.checker;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * An event of a live feed, or the end of its connection.
 *
 * @param stream id of the call that opened it
 * @param time client's time when it was received
 * @param event {@code page}, {@code put}, {@code remove} or {@code end} as sent, {@code closed} when the connection is over
 * @param data as sent; absent of {@code closed}
 */
public record StreamEvent(
        long stream, Instant time, String event, @Nullable JsonNode data) implements Event {

    public StreamEvent {
        History.require(time != null, "time is missing");
        History.require(event != null, "event is missing");
    }
}
