package io.feedmill.chaos.scenario;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;

/** What a drill shares with its workers: what time it is, and the reports' files. */
record SharedFolder(Path root) {

    /** Says what time it is. */
    Path clock() {
        return root.resolve("clock");
    }

    Path reports() {
        return root.resolve("reports");
    }

    void setTime(Instant now) {
        change(() -> {
            Path next = Files.writeString(root.resolve("next"), now.toString());
            Files.move(next, clock(), StandardCopyOption.ATOMIC_MOVE);
        });
    }

    /** Until they are let in again, no file of a report can be written. */
    void shutOut() {
        change(() -> {
            Files.createDirectories(reports());
            Files.move(reports(), aside());
            Files.createFile(reports());
        });
    }

    void letIn() {
        change(() -> {
            Files.delete(reports());
            Files.move(aside(), reports());
        });
    }

    private Path aside() {
        return root.resolve("aside");
    }

    private static void change(Change change) {
        try {
            change.make();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Something that is done to files. */
    @FunctionalInterface
    private interface Change {
        void make() throws IOException;
    }
}
