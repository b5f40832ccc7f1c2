package io.feedmill.stack;

import io.feedmill.cli.token.SigningKey;
import io.feedmill.cli.token.StackFiles;
import io.feedmill.emulators.EmulatorStartException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.StreamSupport;
import org.springframework.util.FileSystemUtils;

/** The built source tree, and the folder {@code .feedmill} in it that no build touches. */
public record Workspace(Path root) {

    /** The one that the system property {@value StackFiles#PROPERTY} names. */
    public static Workspace configured() {
        String root = System.getProperty(StackFiles.PROPERTY);
        if (root == null) {
            throw new IllegalStateException(
                    "The system property " + StackFiles.PROPERTY + " must name the project's root.");
        }
        return new Workspace(Path.of(root).toAbsolutePath());
    }

    /** Returns the newest jar of the module that runs by itself; the module is a folder like {@code api} or {@code tools/chaos}. */
    public Path jar(String module) {
        Path target = root.resolve(module).resolve("target");
        try (DirectoryStream<Path> jars =
                Files.newDirectoryStream(target, "feedmill-" + Path.of(module).getFileName() + "-*-boot.jar")) {
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

    /** Makes the key pair of a new stack. With a data folder the pair stays there, and tokens stay valid after a restart. */
    SigningKey makeKeys(int apiPort, Optional<Path> data) {
        Path keys = new StackFiles(root).keys(apiPort);
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
}
