package io.feedmill.worker.report;

import io.feedmill.common.key.UserId;
import io.feedmill.common.report.Report.ReportLine;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Runs of lines in temporary files, each ordered by author: the external part of a merge sort. A crash leaves the files. Not thread-safe.
 */
final class LineRuns implements AutoCloseable {
    /** The maximum of files, which are all open while they are merged. */
    private static final int MAX = 64;

    private final Path folder;
    private final List<Path> files = new ArrayList<>();
    private final List<RunReader> open = new ArrayList<>();

    LineRuns(Path folder) {
        this.folder = folder;
    }

    boolean isEmpty() {
        return files.isEmpty();
    }

    /** Adds a run of at least one line. */
    void add(Iterator<ReportLine> ordered) {
        try {
            if (files.size() == MAX) {
                List<Path> earlier = List.copyOf(files);
                write(merged());
                delete(earlier);
            }
            write(ordered);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void write(Iterator<ReportLine> lines) throws IOException {
        Path file = Files.createTempFile(folder, "report", ".run");
        files.add(file);
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            while (lines.hasNext()) {
                out.write(lines.next().text() + "\n");
            }
        }
    }

    private void delete(List<Path> runs) throws IOException {
        for (RunReader reader : open) {
            reader.in.close();
        }
        open.clear();
        for (Path run : runs) {
            Files.delete(run);
        }
        files.removeAll(runs);
    }

    /** Returns the lines of all runs, ordered by author, with one line for each. */
    Iterator<ReportLine> merged() {
        PriorityQueue<RunReader> readers =
                new PriorityQueue<>(Comparator.comparing((RunReader reader) -> reader.head.author()));
        try {
            for (Path file : files) {
                RunReader reader = new RunReader(file);
                open.add(reader);
                if (reader.advance()) {
                    readers.add(reader);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new Merge(readers);
    }

    /** Deletes the files. */
    @Override
    public void close() throws IOException {
        delete(List.copyOf(files));
    }

    private record Merge(PriorityQueue<RunReader> readers) implements Iterator<ReportLine> {

        @Override
        public boolean hasNext() {
            return !readers.isEmpty();
        }

        @Override
        public ReportLine next() {
            ReportLine sum = take();
            while (!readers.isEmpty() && readers.element().head.author().equals(sum.author())) {
                sum = sum.plus(take());
            }
            return sum;
        }

        private ReportLine take() {
            RunReader reader = readers.remove();
            ReportLine line = reader.head;
            if (reader.advance()) {
                readers.add(reader);
            }
            return line;
        }
    }

    private static final class RunReader {
        private final BufferedReader in;
        private ReportLine head = new ReportLine(new UserId("none"), 0, 0, 0, 0, 0);

        RunReader(Path file) throws IOException {
            in = Files.newBufferedReader(file);
        }

        /** Returns false at the end. */
        boolean advance() {
            try {
                String line = in.readLine();
                head = line == null ? head : ReportLine.parse(line);
                return line != null;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
