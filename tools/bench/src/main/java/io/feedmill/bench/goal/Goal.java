package io.feedmill.bench.goal;

import java.util.Locale;

/** A ratio or a figure that a run is to reach. */
public enum Goal {
    DELIVERY_LIMIT("worker deliveries/s over bare BatchWriteItem, DynamoDB Local", Bound.AT_LEAST, 0.90),
    DELIVERY_CPU("worker CPU a delivery over the bare SDK's, stub", Bound.AT_MOST, 1.18),
    LOOP_LOCAL("over the article's loop, DynamoDB Local", Bound.AT_LEAST, 3.5),
    LOOP_10MS("over the article's loop, store latency 10 ms", Bound.AT_LEAST, 50),
    PER_FOLLOWER("over one message per follower, DynamoDB Local", Bound.AT_LEAST, 5),
    SF_CPU("Stream-Framework's Python CPU a delivery over ours", Bound.AT_LEAST, 8),
    SF_RATE("our deliveries/s with an instant store over Stream-Framework's", Bound.AT_LEAST, 5),
    SF_KILL("deliveries lost when one of two workers gets SIGKILL", Bound.AT_MOST, 0),
    UNITS_1K("write units a delivery at 1,000 followers", Bound.AT_MOST, 1.04),
    UNITS_10K("write units a delivery at 10,000 followers", Bound.AT_MOST, 1.01),
    SQS("SQS requests a slice", Bound.AT_MOST, 3),
    POST("POST p50 over the bare transaction plus bare send", Bound.AT_MOST, 1.5),
    PAGE("home page of 50, p50 over the bare Query", Bound.AT_MOST, 1.3),
    HEAP_1M("worker heap in MiB at 1,000,000 followers", Bound.AT_MOST, 256),
    FLAT_1M("time a delivery at 1,000,000 followers over that at 10,000", Bound.AT_MOST, 1.1),
    SCALE_8("8 workers over 8 times 1, stub at 10 ms", Bound.AT_LEAST, 0.95);

    /** Which side of the figure is good. */
    private enum Bound {
        AT_LEAST("at least"),
        AT_MOST("at most");

        private final String words;

        Bound(String words) {
            this.words = words;
        }
    }

    private final String text;
    private final Bound bound;
    private final double figure;

    Goal(String text, Bound bound, double figure) {
        this.text = text;
        this.bound = bound;
        this.figure = figure;
    }

    /** As people and scripts name it. */
    public String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** What it is about. */
    public String text() {
        return text;
    }

    /** What it asks for, for instance {@code at least 0.90}. */
    public String bound() {
        return "%s %s"
                .formatted(
                        bound.words, figure == Math.rint(figure) ? "%.0f".formatted(figure) : "%.2f".formatted(figure));
    }

    /** What a run measured, judged. */
    public GoalResult measured(double measured) {
        boolean met = switch (bound) {
            case AT_LEAST -> measured >= figure;
            case AT_MOST -> measured <= figure;
        };
        return new GoalResult(this, measured, met);
    }
}
