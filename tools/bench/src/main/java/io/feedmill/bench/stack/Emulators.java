package io.feedmill.bench.stack;

import io.feedmill.emulators.EmulatorProcesses;
import io.feedmill.emulators.Ports;
import io.feedmill.stack.Backstage;
import io.feedmill.stack.Platform;
import io.feedmill.stack.Workspace;
import io.feedmill.stack.console.Screen;
import java.nio.file.Path;
import java.time.Duration;

/** DynamoDB Local and ElasticMQ with Feedmill's tables and queues, for one scenario. */
public final class Emulators implements AutoCloseable {
    private final Platform platform;
    private final Screen screen;

    private Emulators(Platform platform, Screen screen) {
        this.platform = platform;
        this.screen = screen;
    }

    /** Starts both and creates tables and queues. */
    public static Emulators start(Workspace workspace, Screen screen) {
        Platform platform = Platform.start(EmulatorProcesses.Options.ANY_PORT, workspace, Ports.findFree(), screen);
        return new Emulators(platform, screen);
    }

    public Endpoints endpoints() {
        EmulatorProcesses servers = platform.servers();
        return new Endpoints(servers.dynamoDb().endpoint(), servers.queues().endpoint());
    }

    /** Sets the visibility timeout of all queues: the time until another worker gets a killed worker's messages. */
    public void visibility(Duration timeout) {
        try (Backstage backstage = Backstage.of(platform)) {
            backstage.visibility(timeout);
        }
    }

    /** Returns the CPU clock of DynamoDB Local. */
    public CpuClock storeCpu() {
        return CpuClock.of(platform.servers().dynamoDb().process().pid());
    }

    /** Returns the folder of all processes' logs. */
    public Path logs() {
        return platform.logs();
    }

    Platform platform() {
        return platform;
    }

    Screen screen() {
        return screen;
    }

    @Override
    public void close() {
        platform.close();
    }
}
