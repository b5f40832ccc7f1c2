package io.feedmill.worker.fanout;

import io.feedmill.common.fanout.Job.Slice;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * The slices of jobs.
 *
 * @param sliceSize maximum of recipients of a slice; fewer if their ids do not fit into a message. 1 to 10,000
 * @param maxPending maximum of pending slices of a job: the cost of each update of the job grows with them. 1 to 10,000
 * @param pause how long a plan waits at this maximum; 0 to 15 min
 */
@Validated
@ConfigurationProperties("feedmill.fanout")
public record FanoutSettings(
        @DefaultValue("1000") @Min(1) @Max(Slice.MAX_SIZE) int sliceSize,
        @DefaultValue("1000") @Min(1) @Max(10_000) int maxPending,

        @DefaultValue("10s") @DurationMin @DurationMax(minutes = 15)
        Duration pause) {}
