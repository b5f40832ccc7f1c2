package io.feedmill.api.device;

import io.feedmill.api.http.ClientIds;
import io.feedmill.api.http.ClientText;
import io.feedmill.api.http.Iso;
import io.feedmill.api.problem.ProblemException;
import io.feedmill.common.device.DeviceStore.DeviceEvent;
import io.feedmill.common.key.EventKey;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The body of a request to append: one event, or a list of 1 to 500. */
record NewEvents(
        Optional<String> id, Optional<String> at, Optional<String> data, Optional<List<@Nullable NewEvent>> events) {
    private static final int MAX_EVENTS = 500;

    record NewEvent(String id, String at, String data) {
        static final long NANOS_PER_MILLI = 1_000_000;
        private static final int MAX_DATA = 4_096;

        /** @throws ProblemException 400 if the id, the time or the data is invalid */
        DeviceEvent event() {
            EventKey key = new EventKey(millis(at), ClientIds.name("event", id));
            if (data.codePointCount(0, data.length()) > MAX_DATA || !ClientText.isAllowed(data)) {
                throw ProblemException.invalidBody(
                        "Invalid 'data': use up to 4,096 characters (code points) without " + ClientText.REFUSED + ".");
            }
            return new DeviceEvent(key, data);
        }

        private static long millis(String at) {
            return Iso.tick(at)
                    .filter(tick -> tick % NANOS_PER_MILLI == 0)
                    .map(tick -> tick / NANOS_PER_MILLI)
                    .orElseThrow(() -> ProblemException.invalidBody(
                            "Invalid 'at': use an ISO 8601 instant of the years 1970 to 2262 in whole milliseconds."));
        }
    }

    /** @throws ProblemException 400 if the body is neither form, or one of the events is invalid */
    List<DeviceEvent> list() {
        boolean single = id.isPresent() && at.isPresent() && data.isPresent();
        boolean none = id.isEmpty() && at.isEmpty() && data.isEmpty();
        if (single && events.isEmpty()) {
            return List.of(new NewEvent(id.get(), at.get(), data.get()).event());
        }
        if (none && events.isPresent()) {
            return list(events.get());
        }
        throw ProblemException.invalidBody(
                "Invalid body: send either one event with 'id', 'at' and 'data' or a list 'events' of them.");
    }

    private static List<DeviceEvent> list(List<@Nullable NewEvent> events) {
        if (events.isEmpty() || events.size() > MAX_EVENTS) {
            throw ProblemException.invalidBody("Invalid list of " + events.size() + " events: send 1 to 500.");
        }
        if (events.stream().anyMatch(Objects::isNull)) {
            throw ProblemException.invalidBody("Invalid event: an event must not be null.");
        }
        return events.stream()
                .map(event -> Objects.requireNonNull(event).event())
                .toList();
    }
}
