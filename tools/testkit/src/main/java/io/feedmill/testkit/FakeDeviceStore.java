package io.feedmill.testkit;

import io.feedmill.common.device.DeviceStore;
import io.feedmill.common.device.DeviceStore.DeviceEvent;
import io.feedmill.common.device.DeviceStore.EventPage;
import io.feedmill.common.device.DeviceStore.EventRequest;
import io.feedmill.common.key.EventKey;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

final class FakeDeviceStore implements DeviceStore {
    private final Map<String, NavigableMap<EventKey, DeviceEvent>> devices = new HashMap<>();

    @Override
    public synchronized int append(String device, List<DeviceEvent> events) {
        NavigableMap<EventKey, DeviceEvent> log = devices.computeIfAbsent(device, ignored -> new TreeMap<>());
        int before = log.size();
        events.forEach(event -> log.putIfAbsent(event.key(), event));
        return log.size() - before;
    }

    /** Reads one event more than the limit to see whether more follow. */
    @Override
    public synchronized EventPage page(EventRequest request) {
        List<DeviceEvent> found = eventsAfter(request).values().stream()
                .filter(event -> event.key().millis() >= request.fromMillis()
                        && event.key().millis() < request.toMillis())
                .limit(request.limit() + 1L)
                .toList();
        boolean more = found.size() > request.limit();
        List<DeviceEvent> shown = more ? found.subList(0, request.limit()) : found;
        return new EventPage(shown, more ? shown.getLast().key() : null);
    }

    private NavigableMap<EventKey, DeviceEvent> eventsAfter(EventRequest request) {
        NavigableMap<EventKey, DeviceEvent> log = devices.getOrDefault(request.device(), new TreeMap<>());
        NavigableMap<EventKey, DeviceEvent> ordered = request.newestFirst() ? log.descendingMap() : log;
        EventKey after = request.after();
        return after == null ? ordered : ordered.tailMap(after, false);
    }
}
