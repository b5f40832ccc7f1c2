package io.feedmill.bench.measure;

import io.feedmill.bench.measure.Figures.Stats;
import java.util.Locale;

/** A bound for a ratio or a value of a run. */
public enum Goal {
    DELIVERY_LIMIT("worker deliveries/s over bare BatchWriteItem, DynamoDB Local", Goal.MIN, 0.90),
    DELIVERY_CPU("worker CPU a delivery over the bare SDK's, DynamoDB Local", Goal.MAX, 1.5),
    INSTANT_CPU("the same, instant store", Goal.MAX, 1.18),
    LOOP("deliveries/s over the article's loop, DynamoDB Local", Goal.MIN, 3.5),
    SF_CPU("Stream-Framework's Python CPU a delivery over ours", Goal.MIN, 8),
    SF_RATE("our deliveries/s with an instant store over Stream-Framework's", Goal.MIN, 5),
    UNITS_1K("write units a delivery at 1,000 followers", Goal.MAX, 1.03),
    UNITS_10K("write units a delivery at 10,000 followers", Goal.MAX, 1.01),
    SQS("SQS requests a slice", Goal.MAX, 3),
    POST("POST p50 over the bare transaction plus bare send", Goal.MAX, 1.5),
    POST_CPU("API CPU a POST over the bare calls", Goal.MAX, 2),
    POST_5_MS("POST p50 over the bare calls, store and queue of 5 ms", Goal.MAX, 1.1),
    PAGE("home page of 50, p50 over the bare queries", Goal.MAX, 1.3),
    PAGE_PLAIN("the same over a plain controller", Goal.MAX, 1.15),
    PAGE_PLAIN_CPU("API CPU a page over a plain controller's", Goal.MAX, 1.15),
    PAGE_5_OF_200("home page p50 with 5 of 200 followed authors on read over without a list", Goal.MAX, 1.2),
    PAGE_LOAD_P50("home page of 50, p50 over the bare queries under 32 readers", Goal.MAX, 1.4),
    PAGE_LOAD_P99("p99 under 32 readers over the bare queries", Goal.MAX, 1.6),
    PAGE_LOAD_CPU("API CPU a page under 32 readers over a plain controller's", Goal.MAX, 1.15),
    ON_READ_UNITS("write units of a post on read, 100,000 followers over 10", Goal.MAX, 1),
    ON_READ_MILLIS("slowest ms until a page elsewhere has a post on read, its edit or its retraction", Goal.MAX, 2_000),
    LIVE_P99("p99 ms from the answer to a post to its event, 500 listeners", Goal.MAX, 2_000),
    LIVE_PAGE_IDLE("home page p50 beside 100 listeners without events over without", Goal.MAX, 1.2),
    LIVE_PAGE_BUSY("the same beside 100 listeners with an event every 2 s", Goal.MAX, 1.5),
    BESIDE_REACTIONS("home page p50 with=reactions over the plain page", Goal.MAX, 1.1),
    BESIDE_COUNTS("home page p50 with=reactions,counts over the plain page", Goal.MAX, 1.2);

    private static final String MIN = "at least";
    private static final String MAX = "at most";

    private final String text;
    private final String bound;
    private final double value;

    Goal(String text, String bound, double value) {
        this.text = text;
        this.bound = bound;
        this.value = value;
    }

    /** Returns the name for people and scripts, for instance {@code delivery-limit}. */
    public String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns what is measured. */
    public String text() {
        return text;
    }

    /** Returns the bound, for instance {@code at least 0.90}. */
    public String bound() {
        return (value == Math.rint(value) ? "%s %.0f" : "%s %.2f").formatted(bound, value);
    }

    /** Judges a value that is exact. */
    public Result measured(double measured) {
        return measured(new Stats(measured, measured, measured));
    }

    /** Judges a measured value. */
    public Result measured(Stats measured) {
        return new Result(this, measured);
    }

    private boolean isMet(double measured) {
        return bound.equals(MIN) ? measured >= value : measured <= value;
    }

    /** The outcome of a goal in a run. */
    public record Result(Goal goal, Stats measured) {

        /** Returns whether the value meets the goal or misses it; neither is sure if the bound lies within the interval. */
        public String outcome() {
            boolean met = goal.isMet(measured.value());
            boolean sure = met == goal.isMet(measured.low()) && met == goal.isMet(measured.high());
            return (met ? "met" : "MISSED") + (sure ? "" : ", within the interval");
        }
    }
}
