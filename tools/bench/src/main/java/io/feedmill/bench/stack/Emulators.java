package io.feedmill.bench.stack;

import io.feedmill.bench.stub.InstantStore;
import io.feedmill.bench.stub.StoreOptions;
import io.feedmill.emulators.EmulatorProcesses;
import io.feedmill.emulators.EmulatorsHome;
import io.feedmill.emulators.Ports;
import io.feedmill.stack.Platform;
import io.feedmill.stack.StorageAccess;
import io.feedmill.stack.Workspace;
import io.feedmill.stack.console.Screen;
import java.time.Duration;
import java.util.function.UnaryOperator;

/** DynamoDB Local and ElasticMQ with Feedmill's tables and queues, for one scenario. */
public final class Emulators implements AutoCloseable {
    private final Platform platform;

    private Emulators(Platform platform) {
        this.platform = platform;
    }

    /** Starts both and creates what they hold. */
    public static Emulators start(Workspace workspace, Screen screen) {
        return new Emulators(Platform.start(EmulatorProcesses.Options.ANY_PORT, workspace, Ports.findFree(), screen));
    }

    public Endpoints endpoints() {
        EmulatorProcesses servers = platform.servers();
        return new Endpoints(servers.dynamoDb().endpoint(), servers.queues().endpoint());
    }

    /** A stub before DynamoDB Local; who starts it closes it. */
    public InstantStore stub(UnaryOperator<StoreOptions> options) {
        return InstantStore.start(
                options.apply(StoreOptions.instant(endpoints().dynamoDb())),
                EmulatorsHome.configured().withLogs(platform.logs()));
    }

    /** How long a message stays hidden whose worker is gone. */
    public void visibility(Duration timeout) {
        try (StorageAccess backstage = StorageAccess.of(platform)) {
            backstage.setVisibility(timeout);
        }
    }

    /** DynamoDB Local's time on any core. */
    public CpuClock storeCpu() {
        return CpuClock.of(platform.servers().dynamoDb().process().pid());
    }

    Platform platform() {
        return platform;
    }

    @Override
    public void close() {
        platform.close();
    }
}
