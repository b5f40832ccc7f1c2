package io.feedmill.api.device;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.feedmill.api.body.ClientText;
import io.feedmill.api.id.ClientIds;
import io.feedmill.api.problem.ProblemException;
import io.feedmill.api.problem.ProblemType;
import io.feedmill.common.device.DeviceEvent;
import io.feedmill.common.key.EventKey;
import io.feedmill.common.key.Ticks;
import java.time.DateTimeException;
import java.time.Instant;

/** An event in the body of a request to append. */
record NewEvent(
        @JsonProperty(required = true) String id,
        @JsonProperty(required = true) String at,
        @JsonProperty(required = true) String data) {
    private static final int MAX_DATA = 4_096;
    static final long NANOS_OF_A_MILLI = 1_000_000;

    /** @throws ProblemException if the id, the time or the data is not valid */
    DeviceEvent event() {
        EventKey key = new EventKey(millis(), ClientIds.name("event id", id));
        if (data.codePointCount(0, data.length()) > MAX_DATA || !ClientText.isWhole(data)) {
            throw invalid("The data has more than 4,096 characters (code points), or half of a surrogate pair.");
        }
        return new DeviceEvent(key, data);
    }

    private long millis() {
        try {
            long tick = Ticks.ofInstant(Instant.parse(at));
            if (tick % NANOS_OF_A_MILLI == 0) {
                return tick / NANOS_OF_A_MILLI;
            }
        } catch (DateTimeException | IllegalArgumentException e) {
            throw noTime();
        }
        throw noTime();
    }

    private static ProblemException noTime() {
        return invalid("'at' is not an ISO 8601 instant of the years 1970 to 2262 in whole milliseconds.");
    }

    private static ProblemException invalid(String detail) {
        return new ProblemException(ProblemType.INVALID_BODY, detail);
    }
}
