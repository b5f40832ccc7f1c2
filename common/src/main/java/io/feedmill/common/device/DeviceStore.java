package io.feedmill.common.device;

import io.feedmill.common.device.DeviceStore.DeviceEvent;
import io.feedmill.common.key.EventKey;
import io.feedmill.common.storage.StorageException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What devices report. Thread-safe. */
public interface DeviceStore {

    /**
     * Stores those events whose keys are free; the others are duplicates and change nothing. Of two events of one key in the list the first counts. Two calls
     * that bring one key at the same moment may both store it.
     *
     * @return how many were stored
     * @throws StorageException if it came to no end; some may be stored, and doing it again does no harm
     */
    int append(String device, List<DeviceEvent> events);

    /** A page by one Query of a span that is not empty; the first is strongly consistent, further ones are not. */
    EventPage page(EventRequest request);

    /**
     * What a device reports.
     *
     * @param key its time and its id: an event of the same key is the same event
     */
    record DeviceEvent(EventKey key, String data) {}

    /**
     * Events in the order that was asked for.
     *
     * @param next go on behind this one; null: there are no more. A page may be short without being the last
     */
    record EventPage(List<DeviceEvent> events, @Nullable EventKey next) {}

    /**
     * Which events of a device are asked for.
     *
     * @param fromMillis the first millisecond since 1970
     * @param toMillis the first millisecond that is too late
     * @param newestFirst or the oldest first
     * @param after go on behind this event; null: the first page
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

        /** Whether there is no millisecond in its span, so that nothing has to be asked. */
        public boolean isEmpty() {
            return fromMillis >= toMillis;
        }

        public EventRequest between(long from, long to) {
            return new EventRequest(device, from, to, newestFirst, after, limit);
        }

        public EventRequest inReverse() {
            return new EventRequest(device, fromMillis, toMillis, !newestFirst, after, limit);
        }

        public EventRequest after(@Nullable EventKey event) {
            return new EventRequest(device, fromMillis, toMillis, newestFirst, event, limit);
        }
    }
}
