package io.feedmill.stack;

import io.feedmill.cli.token.SigningKey;
import io.feedmill.cli.token.SigningKey.Claims;
import io.feedmill.emulators.ChildProcess;
import io.feedmill.emulators.EmulatorProcesses;
import io.feedmill.emulators.EmulatorsHome;
import io.feedmill.emulators.JavaCommand;
import io.feedmill.stack.console.Screen;
import java.io.File;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;

/** The emulators with Feedmill's tables and queues, and the built jars: what Feedmill's processes run on. */
public record Platform(Workspace workspace, EmulatorsHome home, EmulatorProcesses servers, SigningKey key)
        implements AutoCloseable {
    /** Of the JVMs of all processes. */
    public static final List<String> OPTIONS = List.of(
            "-Xmx512m",
            "-XX:+UseSerialGC",
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow");

    /** Starts the emulators and creates tables and queues; the logs go to the folder of the stack whose API has the port. */
    public static Platform start(EmulatorProcesses.Options options, Workspace workspace, int apiPort, Screen screen) {
        EmulatorsHome home = EmulatorsHome.configured().withLogs(workspace.freshLogs(apiPort));
        screen.say("starting DynamoDB Local and ElasticMQ…");
        EmulatorProcesses servers = EmulatorProcesses.start(options, home);
        try {
            SigningKey key = workspace.makeKeys(apiPort, options.data());
            // Also if a signal ends this process.
            Runtime.getRuntime().addShutdownHook(new Thread(() -> Workspace.deleteKeys(key.folder()), "keys"));
            screen.say("creating tables and queues…");
            Platform platform = new Platform(workspace, home, servers, key);
            try (StorageAccess storage = StorageAccess.of(platform)) {
                storage.create();
            }
            return platform;
        } catch (RuntimeException e) {
            servers.close();
            throw e;
        }
    }

    public Path logs() {
        return home.logs();
    }

    /** Returns the tokens that the APIs on it take. */
    public Supplier<String> tokens() {
        return key.operator(InstantSource.system());
    }

    /** Returns the variables of all processes on it. Polls are short, because a worker that is told to stop waits for their end. */
    SortedMap<String, String> environment() {
        SortedMap<String, String> variables = new TreeMap<>(servers.environment());
        variables.put("SPRING_PROFILES_ACTIVE", "local");
        variables.put("SERVER_ADDRESS", "127.0.0.1");
        variables.put("FEEDMILL_LISTENERS_POLL_TIMEOUT", "1s");
        variables.put("FEEDMILL_SECURITY_PUBLICKEYLOCATION", key.publicHalf().toString());
        variables.put("FEEDMILL_SECURITY_SERVICES", Claims.CLIENT);
        return variables;
    }

    /** Starts a production jar under the name, and does not wait. The environment's changes must name the ports. */
    ChildProcess start(Path boot, String name, Map<String, String> changes) {
        ExtractedJar jar = ExtractedJar.of(boot);
        String classPath = home.classPath() + File.pathSeparator + jar.file();
        JavaCommand command = new JavaCommand(name, OPTIONS, classPath, jar.mainClass(), List.of(), changes);
        return ChildProcess.start(command, logs().resolve(name + ".log"));
    }

    @Override
    public void close() {
        Workspace.deleteKeys(key.folder());
        servers.close();
    }
}
