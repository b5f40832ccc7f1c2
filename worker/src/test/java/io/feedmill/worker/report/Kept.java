package io.feedmill.worker.report;

import io.feedmill.worker.files.FileTarget;
import java.nio.file.Path;
import java.util.List;

/** Keeps the names of the files that it is given, in their order. */
record Kept(List<String> names) implements FileTarget {

    @Override
    public void put(String name, Path file) {
        names.add(name);
    }
}
