package io.feedmill.worker.plan;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The slices of jobs.
 *
 * @param sliceSize maximum of recipients of a slice; fewer if their ids do not fit into a message. 1 to 10,000
 * @param maxPending maximum of pending slices of a job: the cost of each update of the job grows with them. 1 to 10,000
 * @param pause how long a plan waits at this maximum; 0 to 15 min
 */
@ConfigurationProperties("feedmill.fanout")
public record FanoutSettings(
        @DefaultValue("1000") int sliceSize,
        @DefaultValue("1000") int maxPending,
        @DefaultValue("10s") Duration pause) {
    private static final int MAX = 10_000;

    /** The maximum delay of SQS. */
    private static final Duration MAX_PAUSE = Duration.ofMinutes(15);

    public FanoutSettings {
        require(sliceSize, "slice-size");
        require(maxPending, "max-pending");
        if (pause.isNegative() || pause.compareTo(MAX_PAUSE) > 0) {
            throw new IllegalArgumentException("feedmill.fanout.pause must be 0 to 15 minutes, not " + pause);
        }
    }

    private static void require(int value, String name) {
        if (value < 1 || value > MAX) {
            throw new IllegalArgumentException("feedmill.fanout." + name + " must be 1 to " + MAX + ", not " + value);
        }
    }
}
