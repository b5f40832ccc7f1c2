package io.feedmill.api.device;

import io.feedmill.api.cursor.CursorScope;
import io.feedmill.api.cursor.Cursors;
import io.feedmill.api.id.ClientIds;
import io.feedmill.api.metric.ApiMetrics;
import io.feedmill.api.page.ItemPage;
import io.feedmill.api.page.Limit;
import io.feedmill.api.time.TickSpan;
import io.feedmill.common.device.DeviceEvent;
import io.feedmill.common.device.DeviceStore;
import io.feedmill.common.device.EventPage;
import io.feedmill.common.device.EventRequest;
import io.feedmill.common.key.EventKey;
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
final class DeviceController {
    private final DeviceStore devices;
    private final Cursors cursors;
    private final ApiMetrics metrics;

    DeviceController(DeviceStore devices, Cursors cursors, ApiMetrics metrics) {
        this.devices = devices;
        this.cursors = cursors;
        this.metrics = metrics;
    }

    @PostMapping(consumes = MediaType.APPLICATION_JSON_VALUE)
    AppendResponse append(@PathVariable String device, @RequestBody NewEvents body) {
        List<DeviceEvent> events = body.list();
        int stored = devices.append(ClientIds.name("device", device), events);
        metrics.eventsAppended(stored, events.size() - stored);
        return new AppendResponse(stored, events.size() - stored);
    }

    @GetMapping
    ItemPage<EventResponse> events(
            @PathVariable String device,
            @RequestParam(required = false) @Nullable String from,
            @RequestParam(required = false) @Nullable String to,
            @RequestParam(required = false) @Nullable String order,
            @RequestParam(required = false) @Nullable String limit,
            @RequestParam(required = false) @Nullable String cursor) {
        TickSpan span = TickSpan.parse(from, to);
        EventRequest first = new EventRequest(
                ClientIds.name("device", device),
                Math.ceilDiv(span.from(), NewEvent.NANOS_OF_A_MILLI),
                Math.ceilDiv(span.to(), NewEvent.NANOS_OF_A_MILLI),
                EventOrder.parse(order) == EventOrder.NEWEST,
                null,
                Limit.parse(limit));
        return page(first, cursor);
    }

    private ItemPage<EventResponse> page(EventRequest first, @Nullable String cursor) {
        CursorScope scope = CursorScope.events(first);
        String position = cursors.position(scope, cursor);
        if (first.isEmpty()) {
            return new ItemPage<>(List.of(), null);
        }
        EventPage page = devices.page(first.after(position == null ? null : EventKey.parse(position)));
        EventKey next = page.next();
        return new ItemPage<>(
                page.events().stream().map(EventResponse::of).toList(),
                cursors.issue(scope, next == null ? null : next.value()));
    }
}
