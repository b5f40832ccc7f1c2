package io.feedmill.emulators;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** An emulator of one AWS service: a child process that listens on 127.0.0.1. Thread-safe. */
public record Emulator(ChildProcess process, URI endpoint) implements AutoCloseable {
    private static final Duration MAX_START = Duration.ofSeconds(60);

    /** Starts Amazon's DynamoDB Local. A port of 0 means any; without a folder its tables are in memory. Throws as {@link #startElasticMq}. */
    public static Emulator startDynamoDbLocal(int port, Optional<Path> data, EmulatorsHome home) {
        List<String> arguments = new ArrayList<>(List.of("dynamodb-local", Integer.toString(port)));
        arguments.addAll(List.of("-sharedDb", "-disableTelemetry"));
        arguments.addAll(
                data.map(folder -> List.of("-dbPath", existing(folder))).orElse(List.of("-inMemory")));
        List<String> options = List.of(
                "-Xmx768m",
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "-Dlog4j2.configurationFile=" + home.classPath() + "/dynamodb-local-log4j2.xml");
        return start("dynamodb-local", options, arguments, Map.of("DDB_LOCAL_TELEMETRY", "0"), home);
    }

    /** Starts ElasticMQ, which emulates SQS with queues in memory; port 0 means any. Throws {@link PortTakenException} or {@link EmulatorStartException}. */
    public static Emulator startElasticMq(int port, EmulatorsHome home) {
        List<String> arguments = List.of("elasticmq", Integer.toString(port), EmulatorProcesses.REGION);
        List<String> options = List.of("-Xmx512m", "-XX:+UseSerialGC", "--sun-misc-unsafe-memory-access=allow");
        return start("elasticmq", options, arguments, Map.of(), home);
    }

    private static Emulator start(
            String name,
            List<String> options,
            List<String> arguments,
            Map<String, String> environment,
            EmulatorsHome home) {
        int port = Ports.requireFree(name, Integer.parseInt(arguments.get(1)));
        ChildProcess process = ChildProcess.start(
                new JavaCommand(
                        name, options, home.classPath(name), EmulatorMain.class.getName(), arguments, environment),
                home.log(name));
        try {
            return new Emulator(process, URI.create("http://127.0.0.1:" + process.awaitPort(MAX_START)));
        } catch (EmulatorStartException e) {
            Ports.requireFree(name, port);
            throw e;
        }
    }

    private static String existing(Path folder) {
        try {
            return Files.createDirectories(folder.toAbsolutePath()).toString();
        } catch (IOException e) {
            throw new EmulatorStartException("Tables cannot be kept in %s: not a folder.".formatted(folder), e);
        }
    }

    @Override
    public void close() {
        process.close();
    }
}
