package io.feedmill.common.device;

import io.feedmill.common.device.DeviceStore.DeviceEvent;
import io.feedmill.common.key.EventKey;
import io.feedmill.common.storage.StorageException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The events of devices. An event that was appended longer ago than {@code feedmill.retention.device-events} is absent. Thread-safe. */
public interface DeviceStore {

    /**
     * Stores the events whose keys are free; the others are duplicates and change nothing. Of two events with one key in the list, the first is stored. Two
     * concurrent calls with one key may both store it.
     *
     * @return the number of stored events
     * @throws StorageException if it did not finish; some events may be stored, and a repetition is harmless
     */
    int append(String device, List<DeviceEvent> events);

    /** A page by one Query of a span that is not empty; the first is strongly consistent, further ones are not. */
    EventPage page(EventRequest request);

    /**
     * An event of a device.
     *
     * @param key its time and its id: an event of the same key is the same event
     */
    record DeviceEvent(EventKey key, String data) {}

    /**
     * Events in the requested order.
     *
     * @param next continues after this one; null at the end. A page may be short without being the last
     */
    record EventPage(List<DeviceEvent> events, @Nullable EventKey next) {}

    /**
     * A request for events of a device.
     *
     * @param fromMillis the first millisecond since 1970
     * @param toMillis the first millisecond after the span
     * @param newestFirst or the oldest first
     * @param after continues after this event; null: the first page
     * @param limit 1 to 100
     */
    record EventRequest(
            String device,
            long fromMillis,
            long toMillis,
            boolean newestFirst,
            @Nullable EventKey after,
            int limit) {

        /** All events, oldest first. */
        public static EventRequest all(String device, int limit) {
            return new EventRequest(device, 0, EventKey.MAX_MILLIS + 1, false, null, limit);
        }

        /** Whether its span has no millisecond. */
        public boolean isEmpty() {
            return fromMillis >= toMillis;
        }

        public EventRequest between(long from, long to) {
            return new EventRequest(device, from, to, newestFirst, after, limit);
        }

        public EventRequest after(@Nullable EventKey event) {
            return new EventRequest(device, fromMillis, toMillis, newestFirst, event, limit);
        }
    }
}
