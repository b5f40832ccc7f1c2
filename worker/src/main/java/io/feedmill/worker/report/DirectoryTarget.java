package io.feedmill.worker.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** A directory, which is made where it is not there. */
record DirectoryTarget(Path directory) implements ReportTarget {

    /** A name that begins with a dot and ends in {@code .part} is what a crash may leave. */
    @Override
    public void put(String name, Path file) throws IOException {
        Files.createDirectories(directory);
        Path part = Files.createTempFile(directory, "." + name, ".part");
        try {
            Files.copy(file, part, StandardCopyOption.REPLACE_EXISTING);
            Files.move(part, directory.resolve(name), StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(part);
        }
    }
}
