package io.feedmill.worker.pressure;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The load on DynamoDB.
 *
 * @param concurrentWrites batch writes under way at once in this process, at most
 */
@ConfigurationProperties("feedmill.pressure")
public record PressureSettings(@DefaultValue("32") int concurrentWrites) {

    public PressureSettings {
        if (concurrentWrites < 1) {
            throw new IllegalArgumentException(
                    "feedmill.pressure.concurrent-writes must be at least 1, not " + concurrentWrites);
        }
    }
}
