package io.feedmill.cli.connect;

import io.feedmill.common.dynamo.TableSettings;
import io.feedmill.common.feed.FeedSettings;
import io.feedmill.common.queue.QueueSettings;
import java.util.Map;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/** Where tables and queues are: the settings that API and workers read, from the same environment variables, with the same defaults. */
public record FeedmillSettings(TableSettings tables, QueueSettings queues, FeedSettings feeds) {

    /** Throws a {@link ConnectFailure} where a variable is not understood. */
    public static FeedmillSettings of(Map<String, String> environment) {
        Binder binder = new Binder(ConfigurationPropertySources.from(new SystemEnvironmentPropertySource(
                StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME, Map.copyOf(environment))));
        try {
            return new FeedmillSettings(
                    binder.bindOrCreate("feedmill.tables", TableSettings.class),
                    binder.bindOrCreate("feedmill.queues", QueueSettings.class),
                    binder.bindOrCreate("feedmill.feeds", FeedSettings.class));
        } catch (BindException e) {
            Throwable root = e;
            while (root.getCause() != null) {
                root = root.getCause();
            }
            throw new ConnectFailure(e.getMessage() + ": " + root.getMessage(), e);
        }
    }
}
