package io.feedmill.cli.token;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;

/** The files that an embedded stack writes below the source tree for other commands, while it is up. */
public record StackFiles(Path root) {

    /** The system property with the source tree: set by the launcher script and by the tests' build. */
    public static final String PROPERTY = "feedmill.root";

    /** Begins the line of an environment file that has the pid of the embedded stack. */
    public static final String STACK_PID = "FEEDMILL_STACK_PID=";

    /** Those below the configured folder; without one, as in a container, below the current folder. */
    public static StackFiles configured() {
        return new StackFiles(Path.of(System.getProperty(PROPERTY, "")).toAbsolutePath());
    }

    /** Returns the folder with the key pair of the stack whose API has the port, or a link to it. */
    public Path keys(int apiPort) {
        return root.resolve(".feedmill/stacks/" + apiPort + ".keys");
    }

    /** Returns the file with the environment of the running stack. */
    public Path environment(int apiPort) {
        return root.resolve(".feedmill/stacks/" + apiPort + ".env");
    }

    /** Returns the key pair of the embedded stack whose API has the port; empty if none is up. Makes none. */
    public Optional<SigningKey> key(int apiPort) {
        Path environment = environment(apiPort);
        try (Stream<String> lines = Files.lines(environment)) {
            Instant written = Files.getLastModifiedTime(environment).toInstant();
            return lines.filter(line -> line.startsWith(STACK_PID))
                    .map(line -> Long.valueOf(line.substring(STACK_PID.length())))
                    .flatMap(pid -> ProcessHandle.of(pid).stream())
                    // A killed stack leaves the file, and the system gives its pid to another process.
                    .filter(process ->
                            process.info().startInstant().orElse(written).compareTo(written) <= 0)
                    .findFirst()
                    .map(stack -> keys(apiPort))
                    .filter(SigningKey::isIn)
                    .map(SigningKey::in);
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
