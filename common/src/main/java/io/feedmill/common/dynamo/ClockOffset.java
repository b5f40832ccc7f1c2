package io.feedmill.common.dynamo;

import io.feedmill.common.metrics.Meters;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import org.springframework.stereotype.Component;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttribute;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;

/**
 * Compares the clock of this process with DynamoDB's, once a second: an answer's {@code Date} has whole seconds, and is as old as the way back. So the
 * offset is exact to a second. Thread-safe.
 */
@Component
public final class ClockOffset implements ExecutionInterceptor {
    /** How far a clock may be off. */
    private static final Duration MAX = Duration.ofSeconds(2);

    /** Designs allow 15 minutes between two clocks. AWS does not see to that: its SDK corrects the time of a refused signature. */
    private static final Duration MAX_OF_WRITERS = Duration.ofMinutes(5);

    private static final Duration EVERY = Duration.ofSeconds(1);
    private static final Duration HALF_A_SECOND = Duration.ofMillis(500);
    private static final ExecutionAttribute<Instant> SENT = new ExecutionAttribute<>("FeedmillSent");

    private final InstantSource clock;
    private volatile Instant measured = Instant.EPOCH;
    private volatile Duration offset = Duration.ZERO;

    public ClockOffset(InstantSource clock, MeterRegistry registry) {
        this.clock = clock;
        Meters.time(
                registry,
                "feedmill.clock.offset",
                "How far this process's clock is ahead of DynamoDB's",
                () -> Optional.of(offset));
    }

    /** Whether the clock is nearly right, or no answer has told otherwise. */
    public boolean isRight() {
        return offset.abs().compareTo(MAX) <= 0;
    }

    /** Whether the clock is so wrong that the process must not write what others read by theirs. */
    public boolean isFarOff() {
        return offset.abs().compareTo(MAX_OF_WRITERS) > 0;
    }

    /** Returns DynamoDB's time, exact to a second, however wrong the clock is. */
    public Instant storeTime() {
        return clock.instant().minus(offset);
    }

    @Override
    public void beforeTransmission(Context.BeforeTransmission context, ExecutionAttributes attributes) {
        attributes.putAttribute(SENT, clock.instant());
    }

    @Override
    public void afterTransmission(Context.AfterTransmission context, ExecutionAttributes attributes) {
        Instant now = clock.instant();
        Instant sent = attributes.getAttribute(SENT);
        if (sent == null || !isDue(now) || !(context.request() instanceof DynamoDbRequest)) {
            return;
        }
        Duration took = Duration.between(sent, now);
        context.httpResponse()
                .firstMatchingHeader("Date")
                .flatMap(ClockOffset::parsed)
                .filter(date -> !took.isNegative() && took.compareTo(EVERY) < 0)
                .ifPresent(date -> {
                    offset = Duration.between(date.plus(HALF_A_SECOND), sent.plus(took.dividedBy(2)));
                    measured = now;
                });
    }

    /** Also after the clock was set back. */
    private boolean isDue(Instant now) {
        return Duration.between(measured, now).abs().compareTo(EVERY) >= 0;
    }

    private static Optional<Instant> parsed(String date) {
        try {
            return Optional.of(DateTimeFormatter.RFC_1123_DATE_TIME.parse(date, Instant::from));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }
}
