package io.feedmill.api.device;

import io.feedmill.api.cursor.CursorScope;
import io.feedmill.api.cursor.PageBudget;
import io.feedmill.api.cursor.PageQuery;
import io.feedmill.api.cursor.PageQuery.ItemPage;
import io.feedmill.api.http.ClientIds;
import io.feedmill.api.http.Iso;
import io.feedmill.api.http.TimeRange;
import io.feedmill.api.metrics.ApiMetrics;
import io.feedmill.api.metrics.ApiMetrics.Event;
import io.feedmill.api.problem.ProblemException;
import io.feedmill.api.security.Access;
import io.feedmill.api.security.Scope;
import io.feedmill.common.device.DeviceStore;
import io.feedmill.common.device.DeviceStore.DeviceEvent;
import io.feedmill.common.device.DeviceStore.EventRequest;
import io.feedmill.common.key.EventKey;
import io.feedmill.common.storage.Page;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping(path = "/v1/devices/{device}/events", produces = MediaType.APPLICATION_JSON_VALUE)
@Access(scope = Scope.DEVICE, owner = "{device}")
record DeviceController(DeviceStore devices, ApiMetrics metrics) {
    record EventResponse(String id, String at, String data) {

        static EventResponse of(DeviceEvent event) {
            return new EventResponse(event.key().event(), Iso.format(event.key().at()), event.data());
        }
    }

    /** The events stored, and the duplicates: stored already, or repeated in the body. */
    record AppendResponse(int stored, int duplicates) {}

    @PostMapping(consumes = MediaType.APPLICATION_JSON_VALUE)
    AppendResponse appendEvents(@PathVariable String device, @RequestBody NewEvents body) {
        List<DeviceEvent> events = body.list();
        int stored = devices.append(ClientIds.name("device", device), events);
        int duplicates = events.size() - stored;
        metrics.count(Event.DEVICE_EVENTS, stored, "outcome", "stored");
        metrics.count(Event.DEVICE_EVENTS, duplicates, "outcome", "duplicate");
        return new AppendResponse(stored, duplicates);
    }

    @GetMapping
    ItemPage<EventResponse> deviceEvents(
            @PathVariable String device,
            TimeRange range,
            @RequestParam(required = false) @Nullable String order,
            PageQuery query) {
        EventRequest first = new EventRequest(
                ClientIds.name("device", device),
                Math.ceilDiv(range.from(), NewEvents.NewEvent.NANOS_PER_MILLI),
                Math.ceilDiv(range.to(), NewEvents.NewEvent.NANOS_PER_MILLI),
                isNewestFirst(order),
                null,
                query.limit());
        CursorScope scope =
                CursorScope.of("events", first.device(), first.newestFirst(), first.fromMillis(), first.toMillis());
        EventKey after = query.after(scope, EventKey::parse);
        if (first.isEmpty()) {
            return new ItemPage<>(List.of(), null);
        }
        Page<DeviceEvent, EventKey> page = PageBudget.cut(
                devices.page(first.after(after)), event -> PageBudget.bytes(event.data()), DeviceEvent::key);
        return query.page(scope, page, EventResponse::of, EventKey::value);
    }

    private static boolean isNewestFirst(@Nullable String order) {
        return switch (order) {
            case null -> true;
            case "newest" -> true;
            case "oldest" -> false;
            default -> throw ProblemException.invalidParameter("Invalid 'order': use 'newest' or 'oldest' (first).");
        };
    }
}
