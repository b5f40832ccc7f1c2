package io.feedmill.common.queue;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The queues.
 *
 * @param prefix prefix of their names
 * @param create whether missing ones are created at the start
 */
@ConfigurationProperties("feedmill.queues")
public record QueueSettings(
        @DefaultValue("feedmill-") String prefix,
        @DefaultValue("false") boolean create) {

    public QueueSchema schema() {
        return new QueueSchema(prefix);
    }
}
