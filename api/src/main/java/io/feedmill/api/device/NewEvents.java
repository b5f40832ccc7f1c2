package io.feedmill.api.device;

import io.feedmill.api.problem.ProblemException;
import io.feedmill.api.problem.ProblemType;
import io.feedmill.common.device.DeviceEvent;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The body of a request to append: one event, or a list of 1 to 500. */
record NewEvents(
        Optional<String> id, Optional<String> at, Optional<String> data, Optional<List<@Nullable NewEvent>> events) {
    private static final int MAX = 500;

    /** @throws ProblemException if it is neither, or one of the events is not valid */
    List<DeviceEvent> list() {
        boolean single = id.isPresent() && at.isPresent() && data.isPresent();
        boolean none = id.isEmpty() && at.isEmpty() && data.isEmpty();
        if (single && events.isEmpty()) {
            return List.of(new NewEvent(id.get(), at.get(), data.get()).event());
        }
        if (none && events.isPresent()) {
            return list(events.get());
        }
        throw invalid("The body is neither one event of 'id', 'at' and 'data' nor a list 'events' of them.");
    }

    private static List<DeviceEvent> list(List<@Nullable NewEvent> events) {
        if (events.isEmpty() || events.size() > MAX) {
            throw invalid("There are " + events.size() + " events; 1 to 500 are allowed.");
        }
        if (events.stream().anyMatch(Objects::isNull)) {
            throw invalid("One of the events is null.");
        }
        return events.stream()
                .map(event -> Objects.requireNonNull(event).event())
                .toList();
    }

    private static ProblemException invalid(String detail) {
        return new ProblemException(ProblemType.INVALID_BODY, detail);
    }
}
