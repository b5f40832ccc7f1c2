package io.feedmill.common.key;

import java.time.Instant;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * A message's sort key, {@code <user>#<time>}, and its reverse, {@code <time>#<user>}, where a time is {@code yyyy-MM-dd-HH-mm-ss.<nanoseconds of the
 * second, 9 digits><suffix>} in UTC, when the message was accepted. Both ascend from the oldest to the newest, the first within a user. The suffix is
 * 11 random base58 characters, which distinguish messages that two processes accept in one tick.
 */
public record MessageKey(UserId user, long tick, String suffix) {
    private static final int SUFFIX = 11;
    private static final int SECOND = 19;
    private static final int NANOS = 9;
    private static final int TIME = SECOND + 1 + NANOS + SUFFIX;
    private static final KeyTemplate TEMPLATE = new KeyTemplate('#', 2);
    private static final UtcTime FORMAT = new UtcTime("uuuu-MM-dd-HH-mm-ss");
    private static final String FIRST_SUFFIX = "1".repeat(SUFFIX);
    private static final String LAST_SUFFIX = "z".repeat(SUFFIX);

    /** Sorts after every user id. */
    private static final String AFTER_USERS = "~";

    public MessageKey {
        Ticks.require(tick);
        Base58.requireSuffix(suffix, SUFFIX);
    }

    /** A key with a suffix drawn from {@code random}, which has to be seeded apart in each process. */
    public static MessageKey create(UserId user, long tick, RandomGenerator random) {
        return new MessageKey(user, tick, Base58.random(random, SUFFIX));
    }

    /** The inverse of {@link #value()}. */
    public static MessageKey parse(String text) {
        List<String> parts = TEMPLATE.decode(text);
        return of(new UserId(parts.get(0)), parts.get(1));
    }

    /** The user's key of this {@link #time()}. */
    public static MessageKey of(UserId user, String time) {
        if (time.length() != TIME || time.charAt(SECOND) != '.') {
            throw Refusal.of("a time yyyy-MM-dd-HH-mm-ss, a dot, 9 digits and 11 base58 characters", time);
        }
        Instant second = FORMAT.parse(time.substring(0, SECOND));
        long nanos = Digits.decode(time.substring(SECOND + 1, SECOND + 1 + NANOS), NANOS);
        return new MessageKey(user, Ticks.ofInstant(second.plusNanos(nanos)), time.substring(SECOND + 1 + NANOS));
    }

    /** Exactly the keys of the user whose tick is at least {@code fromTick} and below {@code toTick}, which is greater. */
    public static KeyRange ofUser(UserId user, long fromTick, long toTick) {
        Ticks.requireOrder(fromTick, toTick);
        return new KeyRange(
                TEMPLATE.encode(user.value(), time(fromTick, FIRST_SUFFIX)),
                TEMPLATE.encode(user.value(), time(toTick - 1, LAST_SUFFIX)));
    }

    /** Exactly the reversed keys whose tick is at least {@code fromTick} and below {@code toTick}, which is greater. */
    public static KeyRange ofEverybody(long fromTick, long toTick) {
        Ticks.requireOrder(fromTick, toTick);
        return new KeyRange(time(fromTick, FIRST_SUFFIX), TEMPLATE.prefix(time(toTick - 1, LAST_SUFFIX)) + AFTER_USERS);
    }

    /** The sort key. */
    public String value() {
        return TEMPLATE.encode(user.value(), time());
    }

    /** The reversed template: the sort key of an index by time. */
    public String reversed() {
        return TEMPLATE.encode(time(), user.value());
    }

    /** The time and the suffix, without the user. */
    public String time() {
        return time(tick, suffix);
    }

    public Instant sentAt() {
        return Ticks.toInstant(tick);
    }

    private static String time(long tick, String suffix) {
        String nanos = Digits.encode(tick % Ticks.NANOS, NANOS);
        return FORMAT.format(Ticks.toInstant(tick)) + "." + nanos + suffix;
    }
}
