package io.feedmill.stack;

import io.feedmill.servers.EmbeddedServers;
import io.feedmill.servers.ServersHome;
import io.feedmill.stack.console.Screen;
import java.nio.file.Path;
import java.util.Map;

/** The emulators with Feedmill's tables and queues, and the built jars: what its processes run on. */
public final class Platform implements AutoCloseable {

    private final Workspace workspace;
    private final ServersHome home;
    private final EmbeddedServers servers;

    private Platform(Workspace workspace, ServersHome home, EmbeddedServers servers) {
        this.workspace = workspace;
        this.home = home;
        this.servers = servers;
    }

    /** Starts the emulators and creates what they hold; the logs go where those of the stack whose API has the port are. */
    public static Platform start(EmbeddedServers.Options options, Workspace workspace, int apiPort, Screen screen) {
        ServersHome home = workspace.servers(workspace.freshLogs(apiPort));
        screen.say("starting DynamoDB Local and ElasticMQ…");
        EmbeddedServers servers = EmbeddedServers.start(options, home);
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

    public EmbeddedServers servers() {
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
