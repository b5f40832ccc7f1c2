package io.feedmill.emulators;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Amazon's DynamoDB Local as a child process, on 127.0.0.1. All regions and access keys share one database. Thread-safe. */
public final class DynamoDbLocal implements AutoCloseable {

    private final Emulator emulator;

    private DynamoDbLocal(Emulator emulator) {
        this.emulator = emulator;
    }

    /** Starts one on the port, or on any free one if it is 0, with tables that are kept in the folder, or in memory if there is none. */
    public static DynamoDbLocal start(int port, Optional<Path> data) {
        return start(port, data, EmulatorsHome.configured());
    }

    /** As {@link #start(int, Optional)}. Throws {@link PortTakenException} or {@link EmulatorStartException}. */
    public static DynamoDbLocal start(int port, Optional<Path> data, EmulatorsHome home) {
        JavaCommand command = new JavaCommand(
                "dynamodb-local",
                options(home),
                home.classPath("dynamodb-local"),
                "io.feedmill.emulators.child.DynamoDbLocalMain",
                arguments(port, data),
                Map.of("DDB_LOCAL_TELEMETRY", "0"));
        return new DynamoDbLocal(Emulator.start(command, port, home));
    }

    public URI endpoint() {
        return emulator.endpoint();
    }

    public ChildProcess process() {
        return emulator.process();
    }

    @Override
    public void close() {
        emulator.process().close();
    }

    private static List<String> options(EmulatorsHome home) {
        return List.of(
                "-Xmx768m",
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "-Dlog4j2.configurationFile=" + home.classPath() + "/dynamodb-local-log4j2.xml");
    }

    private static List<String> arguments(int port, Optional<Path> data) {
        List<String> words = new ArrayList<>(List.of(Integer.toString(port), "-sharedDb", "-disableTelemetry"));
        words.addAll(data.map(folder -> List.of("-dbPath", existing(folder))).orElse(List.of("-inMemory")));
        return words;
    }

    private static String existing(Path folder) {
        try {
            return Files.createDirectories(folder.toAbsolutePath()).toString();
        } catch (IOException e) {
            throw new EmulatorStartException("%s is no folder to keep tables in.".formatted(folder), e);
        }
    }
}
