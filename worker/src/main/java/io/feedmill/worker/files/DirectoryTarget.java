package io.feedmill.worker.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** A directory, which is made where it is not there. */
record DirectoryTarget(Path directory) implements FileTarget {

    /** A crash may leave a name that begins with a dot and ends in {@code .part}. */
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
