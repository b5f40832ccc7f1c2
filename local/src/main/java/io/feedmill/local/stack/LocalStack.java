package io.feedmill.local.stack;

import io.feedmill.local.console.Screen;
import io.feedmill.servers.ChildProcess;
import io.feedmill.servers.EmbeddedServers;
import io.feedmill.servers.ServersHome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The embedded stack. Closing it stops the worker first, then the API, then the emulators. */
public final class LocalStack implements AutoCloseable {

    private final StackSettings settings;
    private final Workspace workspace;
    private final ServersHome home;
    private final EmbeddedServers servers;
    private final List<FeedmillProcess> processes = new ArrayList<>();

    private LocalStack(StackSettings settings, Workspace workspace, ServersHome home, EmbeddedServers servers) {
        this.settings = settings;
        this.workspace = workspace;
        this.home = home;
        this.servers = servers;
    }

    /**
     * Starts it and waits until it is ready. Throws a {@link io.feedmill.servers.PortTakenException} before anything is started, or a
     * {@link io.feedmill.servers.ServerStartException} after everything is stopped again.
     */
    public static LocalStack start(StackSettings chosen, Workspace workspace, Screen screen) {
        StackSettings settings = chosen.withCheckedPorts();
        ServersHome home = workspace.servers(workspace.freshLogs(settings.apiPort()));
        screen.say("starting DynamoDB Local and ElasticMQ…");
        EmbeddedServers servers = EmbeddedServers.start(settings.servers(), home);
        LocalStack stack = new LocalStack(settings, workspace, home, servers);
        try {
            stack.startFeedmill(screen, System.getenv());
            return stack;
        } catch (RuntimeException e) {
            stack.close();
            throw e;
        }
    }

    private void startFeedmill(Screen screen, Map<String, String> callers) {
        screen.say("creating tables and queues…");
        Schema.create(servers, callers);
        screen.say("starting API and worker (logs in %s)…".formatted(home.logs()));
        StackEnvironment environment = StackEnvironment.of(servers, settings.sliceSize());
        start("api", environment.changes(callers, settings.apiPort()));
        start("worker", environment.changes(callers, settings.workerPort()));
        processes.forEach(FeedmillProcess::awaitReady);
        environment.write(environmentFile());
    }

    private void start(String name, Map<String, String> environment) {
        processes.add(FeedmillProcess.start(name, workspace.jar(name), environment, home));
    }

    public URI api() {
        return url("api");
    }

    public URI worker() {
        return url("worker");
    }

    /** One line with all URLs. */
    public String readyLine() {
        return "ready: API %s, worker %s, DynamoDB %s, SQS %s"
                .formatted(
                        api(),
                        worker(),
                        servers.dynamoDb().endpoint(),
                        servers.queues().endpoint());
    }

    /** API, worker and emulators; one that ends by itself takes the stack's use with it. */
    public List<ChildProcess> children() {
        Stream<ChildProcess> emulators =
                Stream.of(servers.dynamoDb().process(), servers.queues().process());
        return Stream.concat(processes.stream().map(FeedmillProcess::child), emulators)
                .toList();
    }

    @Override
    public void close() {
        try (servers) {
            forgetEnvironment();
            processes.reversed().forEach(process -> process.child().close());
        }
    }

    private Path environmentFile() {
        return workspace.environmentFile(settings.apiPort());
    }

    private void forgetEnvironment() {
        try {
            Files.deleteIfExists(environmentFile());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private URI url(String name) {
        return processes.stream()
                .filter(process -> process.child().name().equals(name))
                .findFirst()
                .orElseThrow()
                .url();
    }
}
