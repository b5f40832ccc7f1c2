package io.feedmill.common.queue;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Where the queues are.
 *
 * @param prefix what their names begin with
 * @param create whether to create those that are not there at start
 */
@ConfigurationProperties("feedmill.queues")
public record QueueSettings(
        @DefaultValue("feedmill-") String prefix,
        @DefaultValue("false") boolean create) {

    public QueueSchema schema() {
        return new QueueSchema(prefix);
    }
}
