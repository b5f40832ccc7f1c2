package io.feedmill.cli.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.function.Function;
import tools.jackson.core.JacksonException;

/** A file with the state of a stopped command, for the run that resumes it; {@code work} names the work that the state must belong to. */
public record StateFile<S>(Path path, String work, Format<S> format) {

    /** The text of a state, and its work. {@code decode} throws an {@link IllegalArgumentException} or a {@link JacksonException} for others. */
    public record Format<S>(Function<S, String> encode, Function<String, S> decode, Function<S, String> work) {}

    /** Returns the state that the last run left; empty if the file is absent. Throws a {@link CommandException} if it has any other content. */
    public Optional<S> read() {
        if (Files.exists(path) && !Files.isRegularFile(path)) {
            throw new CommandException("%s is no regular file: name another with --state.".formatted(path));
        }
        try {
            S state = format.decode().apply(Files.readString(path));
            String found = format.work().apply(state);
            if (found.equals(work)) {
                return Optional.of(state);
            }
            throw new CommandException(
                    "%s has the state of other work (%s): remove it, or name another file with --state."
                            .formatted(path, found));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (JacksonException | IllegalArgumentException e) {
            throw new CommandException(
                    "%s has no state of this command: remove it, or name another file with --state.".formatted(path),
                    e);
        } catch (IOException e) {
            throw new CommandException("%s cannot be read: %s".formatted(path, e), e);
        }
    }

    /** Replaces the file atomically. */
    public void write(S state) {
        try {
            Path folder = path.toAbsolutePath().getParent();
            Files.createDirectories(folder);
            Path next = Files.createTempFile(folder, path.getFileName().toString(), ".next");
            Files.writeString(next, format.encode().apply(state));
            Files.move(next, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new CommandException("%s cannot be written: %s".formatted(path, e), e);
        }
    }

    public void remove() {
        try {
            Files.deleteIfExists(path);
        } catch (IOException e) {
            throw new CommandException("%s cannot be removed: %s".formatted(path, e), e);
        }
    }
}
