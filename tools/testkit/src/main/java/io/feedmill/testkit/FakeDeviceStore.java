package io.feedmill.testkit;

import io.feedmill.common.device.DeviceStore;
import io.feedmill.common.device.DeviceStore.DeviceEvent;
import io.feedmill.common.device.DeviceStore.EventPage;
import io.feedmill.common.device.DeviceStore.EventRequest;
import io.feedmill.common.key.EventKey;
import java.time.Clock;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

final class FakeDeviceStore implements DeviceStore {
    private final Clock clock;
    private final Map<String, NavigableMap<EventKey, Appended>> devices = new HashMap<>();

    FakeDeviceStore(Clock clock) {
        this.clock = clock;
    }

    private record Appended(DeviceEvent event, Instant expires) {}

    @Override
    public int append(String device, List<DeviceEvent> events) {
        NavigableMap<EventKey, Appended> log = log(device);
        int before = log.size();
        Instant expires = clock.instant().plus(FakeTables.RETENTION);
        events.forEach(event -> log.putIfAbsent(event.key(), new Appended(event, expires)));
        return log.size() - before;
    }

    private NavigableMap<EventKey, Appended> log(String device) {
        NavigableMap<EventKey, Appended> log = devices.computeIfAbsent(device, ignored -> new TreeMap<>());
        log.values().removeIf(event -> !clock.instant().isBefore(event.expires()));
        return log;
    }

    /** Reads one event more than the limit to see whether more follow. */
    @Override
    public EventPage page(EventRequest request) {
        List<DeviceEvent> found = eventsAfter(request).values().stream()
                .map(Appended::event)
                .filter(event -> event.key().millis() >= request.fromMillis()
                        && event.key().millis() < request.toMillis())
                .limit(request.limit() + 1L)
                .toList();
        boolean more = found.size() > request.limit();
        List<DeviceEvent> shown = more ? found.subList(0, request.limit()) : found;
        return new EventPage(shown, more ? shown.getLast().key() : null);
    }

    private NavigableMap<EventKey, Appended> eventsAfter(EventRequest request) {
        NavigableMap<EventKey, Appended> log = log(request.device());
        NavigableMap<EventKey, Appended> ordered = request.newestFirst() ? log.descendingMap() : log;
        EventKey after = request.after();
        return after == null ? ordered : ordered.tailMap(after, false);
    }
}
