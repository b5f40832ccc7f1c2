package io.feedmill.worker.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** A destination of files. */
public interface FileTarget {

    /** Copies the file to this name. Replaces an existing file atomically. */
    void put(String name, Path file) throws IOException;

    /**
     * Returns a directory, or a bucket for {@code s3://<bucket>[/<prefix>]}.
     *
     * @throws IllegalArgumentException if the text is neither
     */
    static FileTarget of(String to) {
        if (!isValid(to)) {
            throw new IllegalArgumentException("Use a directory or s3://<bucket>[/<prefix>], not " + to);
        }
        return to.startsWith(BucketTarget.SCHEME) ? BucketTarget.of(to) : new DirectoryTarget(Path.of(to));
    }

    static boolean isValid(String to) {
        return to.startsWith(BucketTarget.SCHEME) ? BucketTarget.isValid(to) : !to.isBlank();
    }

    /** A directory, created if absent. */
    record DirectoryTarget(Path directory) implements FileTarget {

        /** A crash may leave a file {@code .<name>….part}. */
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
}
