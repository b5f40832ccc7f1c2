package io.feedmill.worker.files;

import java.io.IOException;
import java.nio.file.Path;

/** Where files go. */
public interface FileTarget {

    /** Puts a copy of the file there under the name, in place of one that is there; readers see the old one or the new one, whole. */
    void put(String name, Path file) throws IOException;

    /**
     * A directory, or a bucket as {@code s3://<bucket>[/<prefix>]}.
     *
     * @throws IllegalArgumentException if it is neither
     */
    static FileTarget of(String to) {
        if (!isOne(to)) {
            throw new IllegalArgumentException("neither a directory nor s3://<bucket>[/<prefix>]: " + to);
        }
        return to.startsWith(BucketTarget.SCHEME) ? BucketTarget.of(to) : new DirectoryTarget(Path.of(to));
    }

    /** Whether it is a target by its form. */
    static boolean isOne(String to) {
        return to.startsWith(BucketTarget.SCHEME) ? BucketTarget.isOne(to) : !to.isBlank();
    }
}
