package io.feedmill.bench.servers;

import io.feedmill.emulators.EmulatorProcesses;
import io.feedmill.emulators.Ports;
import io.feedmill.stack.Platform;
import io.feedmill.stack.StorageAccess;
import io.feedmill.stack.Workspace;
import io.feedmill.stack.console.Screen;
import java.nio.file.Path;
import java.time.Duration;

/** DynamoDB Local and ElasticMQ with Feedmill's tables and queues, for one scenario. */
public record Emulators(Platform platform) implements AutoCloseable {

    /** Starts both and creates tables and queues. */
    public static Emulators start(Workspace workspace, Screen screen) {
        return new Emulators(Platform.start(EmulatorProcesses.Options.ANY_PORT, workspace, Ports.findFree(), screen));
    }

    public Endpoints endpoints() {
        EmulatorProcesses servers = platform.servers();
        return new Endpoints(servers.dynamoDb().endpoint(), servers.queues().endpoint());
    }

    /** Returns the folder of all processes' logs. */
    public Path logs() {
        return platform.logs();
    }

    /** Sets the visibility timeout of all queues: the time until another worker gets a killed worker's messages. */
    public void visibility(Duration timeout) {
        try (StorageAccess storage = StorageAccess.of(platform)) {
            storage.setVisibility(timeout);
        }
    }

    @Override
    public void close() {
        platform.close();
    }
}
