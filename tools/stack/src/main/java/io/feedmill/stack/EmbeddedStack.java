package io.feedmill.stack;

import io.feedmill.cli.token.SigningKey.Claims;
import io.feedmill.cli.token.StackFiles;
import io.feedmill.client.FeedmillClient;
import io.feedmill.emulators.ChildProcess;
import io.feedmill.emulators.EmulatorProcesses;
import io.feedmill.emulators.Ports;
import io.feedmill.stack.console.Screen;
import io.feedmill.stack.load.RunSteps;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The embedded stack. Closing it stops the worker first, then the API, then the emulators. */
public final class EmbeddedStack implements AutoCloseable {
    private static final Duration TOKEN_LIFE = Duration.ofHours(12);

    private final Platform platform;
    private final Map<String, String> variables;
    private final Path environmentFile;
    private final FeedmillProcess api;
    private final FeedmillProcess worker;

    /** The user's options for the embedded stack: the folder that keeps the tables, in memory without one, and variables of the processes beside the stack's. */
    public record Settings(StackPorts ports, Optional<Path> data, Map<String, String> variables) {

        /** The same with one more variable. */
        public Settings with(String variable, String value) {
            Map<String, String> all = new HashMap<>(variables);
            all.put(variable, value);
            return new Settings(ports, data, all);
        }

        Settings withCheckedPorts() {
            return new Settings(ports.checked(), data, variables);
        }

        EmulatorProcesses.Options servers() {
            return new EmulatorProcesses.Options(ports.dynamoDb(), ports.queues(), data);
        }
    }

    /** The ports of the embedded stack, management for the API's health and metrics. 0 means any free one. */
    public record StackPorts(int api, int management, int worker, int dynamoDb, int queues) {

        /** The same with ports for API and worker. Throws a {@link io.feedmill.emulators.PortTakenException} before anything is started, if one is taken. */
        StackPorts checked() {
            Ports.requireFree("DynamoDB Local (--dynamodb-port)", dynamoDb);
            Ports.requireFree("ElasticMQ (--sqs-port)", queues);
            return new StackPorts(
                    chosen("the API (--api-port)", api),
                    chosen("the API's health and metrics (--management-port)", management),
                    chosen("the worker (--worker-port)", worker),
                    dynamoDb,
                    queues);
        }

        private static int chosen(String server, int port) {
            return port == 0 ? Ports.findFree() : Ports.requireFree(server, port);
        }
    }

    private EmbeddedStack(Settings settings, Workspace workspace, Platform platform) {
        this.platform = platform;
        this.variables = settings.variables();
        StackPorts ports = settings.ports();
        this.environmentFile = new StackFiles(workspace.root()).environment(ports.api());
        this.api = FeedmillProcess.api(platform, "api", ports.api(), ports.management(), variables);
        this.worker = FeedmillProcess.worker(platform, "worker", ports.worker(), variables);
    }

    /**
     * Starts it and waits until it is ready. Throws a {@link io.feedmill.emulators.PortTakenException} before anything is started, or a
     * {@link io.feedmill.emulators.EmulatorStartException} after everything is stopped again.
     */
    public static EmbeddedStack start(Settings chosen, Workspace workspace, Screen screen) {
        Settings settings = chosen.withCheckedPorts();
        Platform platform =
                Platform.start(settings.servers(), workspace, settings.ports().api(), screen);
        EmbeddedStack stack = new EmbeddedStack(settings, workspace, platform);
        try {
            screen.say("starting API and worker (logs in %s)…".formatted(platform.logs()));
            stack.startProcesses();
            return stack;
        } catch (RuntimeException e) {
            stack.close();
            throw e;
        }
    }

    private void startProcesses() {
        api.start();
        worker.start();
        api.awaitReady();
        writeEnvironment();
        worker.awaitReady();
    }

    /** Writes a script that the launcher reads for one more worker on this stack. */
    private void writeEnvironment() {
        Map<String, String> all = platform.environment();
        all.putAll(variables);
        StringBuilder script = new StringBuilder(
                "%s%d%n".formatted(StackFiles.STACK_PID, ProcessHandle.current().pid()));
        script.append("unset AWS_PROFILE AWS_SESSION_TOKEN AWS_ENDPOINT_URL AWS_IGNORE_CONFIGURED_ENDPOINT_URLS\n");
        all.forEach((name, value) -> script.append("export %s='%s'%n".formatted(name, value.replace("'", "'\\''"))));
        try {
            Files.createDirectories(environmentFile.toAbsolutePath().getParent());
            Files.writeString(environmentFile, script);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns a client of the API. */
    public FeedmillClient client() {
        return FeedmillClient.of(api(), platform.tokens(), RunSteps.PATIENT);
    }

    public URI api() {
        return api.url();
    }

    /** Returns the URL of the API's health and metrics. */
    public URI management() {
        return api.management();
    }

    public URI worker() {
        return worker.url();
    }

    /** Returns the URL of the console. */
    public URI console() {
        return api().resolve("/console/");
    }

    /** Returns a token of a service that may do all, which the console asks for: browsers keep addresses. */
    public String consoleToken() {
        return platform.key().sign(new Claims("console", Set.copyOf(Claims.SCOPES), TOKEN_LIFE));
    }

    /** Returns one line with all URLs. */
    public String readyLine() {
        EmulatorProcesses servers = platform.servers();
        return "ready: API %s, worker %s, DynamoDB %s, SQS %s, management %s"
                .formatted(
                        api(),
                        worker(),
                        servers.dynamoDb().endpoint(),
                        servers.queues().endpoint(),
                        management());
    }

    /** Returns API, worker and emulators. The stack is useless after one of them ends. */
    public List<ChildProcess> children() {
        EmulatorProcesses servers = platform.servers();
        return List.of(
                api.child(),
                worker.child(),
                servers.dynamoDb().process(),
                servers.queues().process());
    }

    @Override
    public void close() {
        try (platform) {
            Files.deleteIfExists(environmentFile);
            Stream.of(worker, api)
                    .filter(FeedmillProcess::isAlive)
                    .forEach(process -> process.child().close());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
