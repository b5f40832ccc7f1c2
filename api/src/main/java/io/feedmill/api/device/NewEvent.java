package io.feedmill.api.device;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.feedmill.api.http.ClientIds;
import io.feedmill.api.http.ClientText;
import io.feedmill.api.problem.ProblemException;
import io.feedmill.common.device.DeviceStore.DeviceEvent;
import io.feedmill.common.key.EventKey;
import io.feedmill.common.key.Ticks;
import java.time.DateTimeException;
import java.time.Instant;

/** An event of a request to append. */
record NewEvent(
        @JsonProperty(required = true) String id,
        @JsonProperty(required = true) String at,
        @JsonProperty(required = true) String data) {
    static final long NANOS_PER_MILLI = 1_000_000;
    private static final int MAX_DATA = 4_096;

    /** @throws ProblemException 400 if the id, the time or the data is invalid */
    DeviceEvent event() {
        EventKey key = new EventKey(millis(at), ClientIds.name("event", id));
        if (data.codePointCount(0, data.length()) > MAX_DATA || !ClientText.isAllowed(data)) {
            throw NewEvents.invalid(
                    "Invalid 'data': use up to 4,096 characters (code points) without " + ClientText.REFUSED + ".");
        }
        return new DeviceEvent(key, data);
    }

    private static long millis(String at) {
        try {
            long tick = Ticks.ofInstant(Instant.parse(at));
            if (tick % NANOS_PER_MILLI == 0) {
                return tick / NANOS_PER_MILLI;
            }
        } catch (DateTimeException | IllegalArgumentException e) {
            throw invalidTime();
        }
        throw invalidTime();
    }

    private static ProblemException invalidTime() {
        return NewEvents.invalid(
                "Invalid 'at': use an ISO 8601 instant of the years 1970 to 2262 in whole milliseconds.");
    }
}
