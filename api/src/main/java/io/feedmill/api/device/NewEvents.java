package io.feedmill.api.device;

import io.feedmill.api.problem.ProblemException;
import io.feedmill.api.problem.ProblemType;
import io.feedmill.common.device.DeviceStore.DeviceEvent;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The body of a request to append: one event, or a list of 1 to 500. */
record NewEvents(
        Optional<String> id, Optional<String> at, Optional<String> data, Optional<List<@Nullable NewEvent>> events) {
    private static final int MAX_EVENTS = 500;

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
        throw invalid("Invalid body: send either one event with 'id', 'at' and 'data' or a list 'events' of them.");
    }

    private static List<DeviceEvent> list(List<@Nullable NewEvent> events) {
        if (events.isEmpty() || events.size() > MAX_EVENTS) {
            throw invalid("Invalid list of " + events.size() + " events: send 1 to 500.");
        }
        if (events.stream().anyMatch(Objects::isNull)) {
            throw invalid("Invalid event: an event must not be null.");
        }
        return events.stream()
                .map(event -> Objects.requireNonNull(event).event())
                .toList();
    }

    static ProblemException invalid(String detail) {
        return new ProblemException(ProblemType.INVALID_BODY, detail);
    }
}
