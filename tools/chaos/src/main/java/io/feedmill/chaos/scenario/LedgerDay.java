package io.feedmill.chaos.scenario;

import io.feedmill.common.key.PostId;
import io.feedmill.common.key.QuarterHour;
import io.feedmill.common.key.Ticks;
import io.feedmill.common.key.UserId;
import io.feedmill.common.ledger.LedgerEntry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * The ledger events of some hours, written step by step. Each has its own author, so that a lost or repeated one is found. Of twenty, two are
 * late, by up to 30 minutes, and one is of a clock that is ahead, by up to a quarter of an hour. The same seed makes the same events.
 */
final class LedgerDay {
    static final Duration STEP = Duration.ofMinutes(5);
    /** The greatest delay of an event, and the greatest lead of a clock. */
    static final Duration LATE = Duration.ofMinutes(30);

    static final Duration AHEAD = Duration.ofMinutes(15);

    private static final int STEPS_AN_HOUR = 12;
    private static final int TWENTY = 20;
    private static final int MAX_DELIVERED = 1_000;
    private static final int MAX_VIEWED = 97;

    private final Instant start;
    private final int count;
    private final int steps;
    private final Random random;
    private final Map<String, LedgerEntry.OfPost> events = new TreeMap<>();

    LedgerDay(Instant start, int count, int hours, long seed) {
        this.start = start;
        this.count = count;
        this.steps = hours * STEPS_AN_HOUR;
        this.random = new Random(seed);
    }

    int steps() {
        return steps;
    }

    /** Returns the time of the step, counted from 0. */
    Instant time(int step) {
        return start.plus(STEP.multipliedBy(step));
    }

    /** Returns the entries written at the step; steps must be taken in order. */
    List<LedgerEntry> entries(int step) {
        int first = number(step);
        return IntStream.range(first, number(step + 1))
                .<LedgerEntry>mapToObj(number -> event(number, time(step).plus(offset(number))))
                .toList();
    }

    /** Returns a quarter that no event lies before. */
    QuarterHour first() {
        return QuarterHour.of(start.minus(LATE));
    }

    /** Returns the end of the last quarter that an event may lie in. */
    QuarterHour end() {
        return QuarterHour.of(time(steps).plus(AHEAD)).next();
    }

    /** Returns all events so far, by their authors. */
    Map<String, LedgerEntry.OfPost> events() {
        return events;
    }

    private int number(int step) {
        return Math.toIntExact((long) count * step / steps);
    }

    private Duration offset(int number) {
        return switch (number % TWENTY) {
            case 0, 1 -> upTo(LATE).negated();
            case 2 -> upTo(AHEAD);
            default -> upTo(STEP).negated();
        };
    }

    private Duration upTo(Duration max) {
        return Duration.ofMillis(random.nextLong(max.toMillis()));
    }

    private LedgerEntry.OfPost event(int number, Instant at) {
        UserId author = new UserId("author-%07d".formatted(number));
        LedgerEntry.OfPost entry = entry(number, PostId.create(Ticks.ofInstant(at), random), author, at);
        events.put(author.value(), entry);
        return entry;
    }

    private static LedgerEntry.OfPost entry(int number, PostId post, UserId author, Instant at) {
        return switch (number % 3) {
            case 0 -> new LedgerEntry.Retracted(post, author, at);
            case 1 -> new LedgerEntry.Posted(post, author, at, 1 + number % MAX_DELIVERED, 0, 0);
            default -> new LedgerEntry.Viewed(post, author, at, 1 + number % MAX_VIEWED);
        };
    }
}
