package io.feedmill.worker.plan;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How jobs are cut.
 *
 * @param sliceSize recipients of a slice, at most; fewer where their ids do not fit into a message. 1 to 10,000
 * @param maxPending slices of a job that may be pending at once: each update of the job costs by the size of its item. 1 to 10,000
 * @param pause how long a plan waits when that many are pending
 */
@ConfigurationProperties("feedmill.fanout")
public record FanoutSettings(
        @DefaultValue("1000") int sliceSize,
        @DefaultValue("1000") int maxPending,
        @DefaultValue("10s") Duration pause) {
    private static final int MAX = 10_000;

    /** SQS delays no message for longer. */
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
