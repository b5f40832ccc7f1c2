package io.feedmill.common.key;

import java.time.Instant;

/**
 * A device event's sort key: {@code <milliseconds since 1970, 15 digits>#<event id>}. Ordered as the strings are: oldest first, and by id within a
 * millisecond. The device gives the event its id, which has the form of a {@link UserId}.
 */
public record EventKey(long millis, String event) {
    /** The maximum of 15 digits: a time in the year 33658. */
    public static final long MAX_MILLIS = 999_999_999_999_999L;

    private static final int DIGITS = 15;
    private static final char SEPARATOR = '#';

    /** Sorts after every event id. */
    private static final String AFTER_EVENTS = SEPARATOR + "~";

    public EventKey {
        Digits.encode(millis, DIGITS);
        UserId.require(event);
    }

    /** The inverse of {@link #value()}. */
    public static EventKey parse(String text) {
        if (text.length() <= DIGITS || text.charAt(DIGITS) != SEPARATOR) {
            throw Refusal.of("15 digits, # and an event's id", text);
        }
        return new EventKey(Digits.decode(text.substring(0, DIGITS), DIGITS), text.substring(DIGITS + 1));
    }

    /** Exactly the keys from {@code fromMillis} to before {@code toMillis}, which is greater. */
    public static KeyRange range(long fromMillis, long toMillis) {
        if (fromMillis >= toMillis) {
            throw new IllegalArgumentException("no millisecond is from " + fromMillis + " and below " + toMillis);
        }
        return new KeyRange(Digits.encode(fromMillis, DIGITS), Digits.encode(toMillis - 1, DIGITS) + AFTER_EVENTS);
    }

    public String value() {
        return Digits.encode(millis, DIGITS) + SEPARATOR + event;
    }

    public Instant at() {
        return Instant.ofEpochMilli(millis);
    }
}
