package io.feedmill.stack;

import io.feedmill.emulators.EmulatorProcesses;
import io.feedmill.emulators.EmulatorsHome;
import io.feedmill.stack.console.Screen;
import java.nio.file.Path;
import java.util.Map;

/** The emulators with Feedmill's tables and queues, and the built jars: what its processes run on. */
public final class Platform implements AutoCloseable {

    private final Workspace workspace;
    private final EmulatorsHome home;
    private final EmulatorProcesses servers;

    private Platform(Workspace workspace, EmulatorsHome home, EmulatorProcesses servers) {
        this.workspace = workspace;
        this.home = home;
        this.servers = servers;
    }

    /** Starts the emulators and creates what they hold; the logs go where those of the stack whose API has the port are. */
    public static Platform start(EmulatorProcesses.Options options, Workspace workspace, int apiPort, Screen screen) {
        EmulatorsHome home = workspace.servers(workspace.freshLogs(apiPort));
        screen.say("starting DynamoDB Local and ElasticMQ…");
        EmulatorProcesses servers = EmulatorProcesses.start(options, home);
        try {
            screen.say("creating tables and queues…");
            try (EmulatorClients clients = EmulatorClients.of(servers)) {
                Schema.of(System.getenv()).create(clients);
            }
            return new Platform(workspace, home, servers);
        } catch (RuntimeException e) {
            servers.close();
            throw e;
        }
    }

    public EmulatorProcesses servers() {
        return servers;
    }

    public Path logs() {
        return home.logs();
    }

    /** Starts the module's jar under the name, and does not wait. The environment is changed as the map says; it must name the {@code SERVER_PORT}. */
    FeedmillProcess start(String module, String name, Map<String, String> environment) {
        return FeedmillProcess.start(name, workspace.jar(module), environment, home);
    }

    @Override
    public void close() {
        servers.close();
    }
}
