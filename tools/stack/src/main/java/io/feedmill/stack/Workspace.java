package io.feedmill.stack;

import io.feedmill.emulators.EmulatorStartException;
import io.feedmill.stack.token.SigningKey;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.springframework.util.FileSystemUtils;

/** The built source tree, and the folder {@code .feedmill} in it that no build touches. */
public record Workspace(Path root) {

    /** Begins the line of an environment file that has the pid of the embedded stack. */
    static final String STACK_PID = "FEEDMILL_STACK_PID=";

    /** Set by the launcher script and by the tests' build. */
    public static final String PROPERTY = "feedmill.root";

    /** The one that the system property {@value #PROPERTY} names. */
    public static Workspace configured() {
        String root = System.getProperty(PROPERTY);
        if (root == null) {
            throw new IllegalStateException("The system property " + PROPERTY + " must name the project's root.");
        }
        return new Workspace(Path.of(root).toAbsolutePath());
    }

    /** Returns the newest jar of the module, a folder like {@code api} or {@code tools/chaos}. */
    public Path jar(String module) {
        Path target = root.resolve(module).resolve("target");
        try (DirectoryStream<Path> jars =
                Files.newDirectoryStream(target, "feedmill-" + Path.of(module).getFileName() + "-*.jar")) {
            return StreamSupport.stream(jars.spliterator(), false)
                    .max(Comparator.comparingLong(jar -> jar.toFile().lastModified()))
                    .orElseThrow(() -> new NoSuchFileException(target.toString()));
        } catch (IOException e) {
            throw new EmulatorStartException("No jar in %s: build the project first.".formatted(target), e);
        }
    }

    /** An empty folder for the logs of the stack whose API has the port; no other stack of this machine has it. */
    Path freshLogs(int apiPort) {
        Path logs = root.resolve(".feedmill/logs/" + apiPort);
        try {
            FileSystemUtils.deleteRecursively(logs);
            Files.createDirectories(logs);
            return logs;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the folder with the key pair of the stack whose API has the port, or a link to it. */
    Path keys(int apiPort) {
        return root.resolve(".feedmill/stacks/" + apiPort + ".keys");
    }

    /**
     * Makes the key pair of a new stack. With a data folder the pair stays there, and tokens stay valid after a restart.
     */
    SigningKey makeKeys(int apiPort, Optional<Path> data) {
        Path keys = keys(apiPort);
        try {
            deleteKeys(keys);
            if (data.isPresent()) {
                Path kept = data.get().toAbsolutePath().resolve("keys");
                SigningKey.in(kept);
                Files.createDirectories(keys.getParent());
                Files.createSymbolicLink(keys, kept);
            }
            return SigningKey.in(keys);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Deletes a stack's key pair, or the link to it. */
    static void deleteKeys(Path keys) {
        try {
            if (Files.isSymbolicLink(keys)) {
                Files.deleteIfExists(keys);
            } else {
                FileSystemUtils.deleteRecursively(keys);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the key pair of the embedded stack whose API has the port; empty if none is up. Makes none. */
    public Optional<SigningKey> keyOfStack(int apiPort) {
        Path environment = environmentFile(apiPort);
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

    /** Returns the file with the environment of the running stack. */
    Path environmentFile(int apiPort) {
        return root.resolve(".feedmill/stacks/" + apiPort + ".env");
    }
}
