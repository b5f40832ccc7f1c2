package io.feedmill.common.device;

import io.feedmill.common.key.EventKey;
import org.jspecify.annotations.Nullable;

/**
 * Which events of a device are asked for.
 *
 * @param fromMillis the first millisecond since 1970
 * @param toMillis the first millisecond that is too late
 * @param newestFirst or the oldest first
 * @param after go on behind this event; null: the first page
 * @param limit 1 to 100
 */
public record EventRequest(
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
