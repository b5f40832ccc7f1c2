package io.feedmill.worker.pressure;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The write gate.
 *
 * @param concurrentWrites maximum of concurrent batch writes of this process
 * @param lowestRate write units a second that this process may always send, also when the table throttles
 */
@ConfigurationProperties("feedmill.pressure")
public record PressureSettings(
        @DefaultValue("32") int concurrentWrites,
        @DefaultValue("10") int lowestRate) {

    public PressureSettings {
        require(concurrentWrites, "concurrent-writes");
        require(lowestRate, "lowest-rate");
    }

    private static void require(int value, String name) {
        if (value < 1) {
            throw new IllegalArgumentException("feedmill.pressure." + name + " must be at least 1, not " + value);
        }
    }
}
