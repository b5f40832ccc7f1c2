package io.feedmill.stack;

import io.feedmill.emulators.ChildProcess;
import io.feedmill.emulators.EmulatorProcesses;
import io.feedmill.stack.console.Screen;
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
public final class EmbeddedStack implements AutoCloseable {

    private final StackSettings settings;
    private final Workspace workspace;
    private final Platform platform;
    private final List<FeedmillProcess> processes = new ArrayList<>();

    private EmbeddedStack(StackSettings settings, Workspace workspace, Platform platform) {
        this.settings = settings;
        this.workspace = workspace;
        this.platform = platform;
    }

    /**
     * Starts it and waits until it is ready. Throws a {@link io.feedmill.emulators.PortTakenException} before anything is started, or a
     * {@link io.feedmill.emulators.EmulatorStartException} after everything is stopped again.
     */
    public static EmbeddedStack start(StackSettings chosen, Workspace workspace, Screen screen) {
        StackSettings settings = chosen.withCheckedPorts();
        Platform platform = Platform.start(settings.servers(), workspace, settings.apiPort(), screen);
        EmbeddedStack stack = new EmbeddedStack(settings, workspace, platform);
        try {
            stack.startFeedmill(screen, System.getenv());
            return stack;
        } catch (RuntimeException e) {
            stack.close();
            throw e;
        }
    }

    private void startFeedmill(Screen screen, Map<String, String> callers) {
        screen.say("starting API and worker (logs in %s)…".formatted(platform.logs()));
        StackEnvironment environment = StackEnvironment.of(platform.servers(), settings.sliceSize());
        processes.add(platform.start("api", "api", environment.changes(callers, settings.apiPort())));
        processes.add(platform.start("worker", "worker", environment.changes(callers, settings.workerPort())));
        processes.forEach(FeedmillProcess::awaitReady);
        environment.write(environmentFile());
    }

    public URI api() {
        return url("api");
    }

    public URI worker() {
        return url("worker");
    }

    /** One line with all URLs. */
    public String readyLine() {
        EmulatorProcesses servers = platform.servers();
        return "ready: API %s, worker %s, DynamoDB %s, SQS %s"
                .formatted(
                        api(),
                        worker(),
                        servers.dynamoDb().endpoint(),
                        servers.queues().endpoint());
    }

    /** API, worker and emulators; one that ends by itself takes the stack's use with it. */
    public List<ChildProcess> children() {
        EmulatorProcesses servers = platform.servers();
        Stream<ChildProcess> emulators =
                Stream.of(servers.dynamoDb().process(), servers.queues().process());
        return Stream.concat(processes.stream().map(FeedmillProcess::child), emulators)
                .toList();
    }

    @Override
    public void close() {
        try (platform) {
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
