package io.feedmill.worker.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Keeps the names of the files that it is given, in their order.
 *
 * @param refusing whether every file is refused
 */
record Kept(List<String> names, AtomicBoolean refusing) implements FileTarget {

    @Override
    public void put(String name, Path file) throws IOException {
        if (refusing.get()) {
            throw new IOException("read-only");
        }
        names.add(name);
    }
}
