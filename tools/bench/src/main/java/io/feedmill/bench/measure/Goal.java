package io.feedmill.bench.measure;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A bound for a ratio or a value of a run. */
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
    private final double value;

    Goal(String text, Bound bound, double value) {
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
        return (value == Math.rint(value) ? "%s %.0f" : "%s %.2f").formatted(bound.words, value);
    }

    /** Judges a measured value. */
    public Result measured(double measured) {
        boolean met = switch (bound) {
            case AT_LEAST -> measured >= value;
            case AT_MOST -> measured <= value;
        };
        return new Result(this, Double.isNaN(measured) ? null : measured, met);
    }

    /** Returns a result for each goal, in their order: those given, and one that is not met for a goal without any. */
    public static List<Result> all(List<Result> results) {
        return Stream.of(values()).flatMap(goal -> goal.of(results)).toList();
    }

    private Stream<Result> of(List<Result> results) {
        List<Result> own =
                results.stream().filter(result -> result.goal() == this).toList();
        return own.isEmpty() ? Stream.of(measured(Double.NaN)) : own.stream();
    }

    /**
     * The outcome of a goal in a run.
     *
     * @param measured null: not measured
     */
    @JsonPropertyOrder({"id", "goal", "measured", "met"})
    public record Result(@JsonIgnore Goal goal, @Nullable Double measured, boolean met) {

        @JsonProperty("id")
        public String id() {
            return goal.id();
        }

        @JsonProperty("goal")
        public String bound() {
            return goal.bound();
        }
    }
}
