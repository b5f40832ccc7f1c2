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
 * The events of a day, or of some hours, entered step by step. Each has an author of its own, so that one that is lost, or counted twice, shows. Of twenty, two
 * are late, by up to 30 minutes, and one comes from a clock that is ahead, by up to a quarter of an hour. The same seed makes the same day.
 */
final class LedgerDay {
    static final Instant START = Instant.parse("2026-03-01T00:00:00Z");
    static final Duration STEP = Duration.ofMinutes(5);
    /** The latest and the earliest of the writers' clocks. */
    static final Duration LATE = Duration.ofMinutes(30);

    static final Duration AHEAD = Duration.ofMinutes(15);

    private static final int STEPS_AN_HOUR = 12;
    private static final int TWENTY = 20;
    private static final int MAX_DELIVERED = 1_000;
    private static final int MAX_VIEWED = 97;

    private final int count;
    private final int steps;
    private final Random random;
    private final Map<String, LedgerEntry.OfPost> entered = new TreeMap<>();

    LedgerDay(int count, int hours, long seed) {
        this.count = count;
        this.steps = hours * STEPS_AN_HOUR;
        this.random = new Random(seed);
    }

    int steps() {
        return steps;
    }

    /** When the step is, counted from 0. */
    static Instant time(int step) {
        return START.plus(STEP.multipliedBy(step));
    }

    /** What is entered at the step; steps are asked for one after the other. */
    List<LedgerEntry> enter(int step) {
        int first = number(step);
        return IntStream.range(first, number(step + 1))
                .<LedgerEntry>mapToObj(number -> entered(number, time(step).plus(offset(number))))
                .toList();
    }

    /** A quarter that no event comes before. */
    QuarterHour first() {
        return QuarterHour.of(START.minus(LATE));
    }

    /** The end of the last quarter that an event may lie in. */
    QuarterHour end() {
        return QuarterHour.of(time(steps).plus(AHEAD)).next();
    }

    /** All that were entered, by their authors. */
    Map<String, LedgerEntry.OfPost> entered() {
        return entered;
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

    private Duration upTo(Duration longest) {
        return Duration.ofMillis(random.nextLong(longest.toMillis()));
    }

    private LedgerEntry.OfPost entered(int number, Instant at) {
        UserId author = new UserId("author-%07d".formatted(number));
        LedgerEntry.OfPost entry = entry(number, PostId.create(Ticks.ofInstant(at), random), author, at);
        entered.put(author.value(), entry);
        return entry;
    }

    private static LedgerEntry.OfPost entry(int number, PostId post, UserId author, Instant at) {
        return switch (number % 3) {
            case 0 -> new LedgerEntry.Published(post, author, at);
            case 1 -> new LedgerEntry.Delivered(post, author, at, 1 + number % MAX_DELIVERED, 0);
            default -> new LedgerEntry.Viewed(post, author, at, 1 + number % MAX_VIEWED);
        };
    }
}
