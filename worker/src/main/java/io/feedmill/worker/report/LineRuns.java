package io.feedmill.worker.report;

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

/** Runs of lines in temporary files, each ordered by author: the external part of a merge sort. A crash leaves the files. Not thread-safe. */
final class LineRuns implements AutoCloseable {
    /** The maximum of files, which are all open while they are merged. */
    private static final int MAX = 64;

    private final Path folder;
    private final List<Path> files = new ArrayList<>();
    private final List<BufferedReader> open = new ArrayList<>();

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
        for (BufferedReader reader : open) {
            reader.close();
        }
        open.clear();
        for (Path run : runs) {
            Files.delete(run);
        }
        files.removeAll(runs);
    }

    /** Returns the lines of all runs, ordered by author, with one line for each. */
    Iterator<ReportLine> merged() {
        Merge merge = new Merge(
                new PriorityQueue<>(Comparator.comparing(run -> run.head().author())));
        try {
            for (Path file : files) {
                BufferedReader reader = Files.newBufferedReader(file);
                open.add(reader);
                merge.add(reader.lines().map(ReportLine::parse).iterator());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return merge;
    }

    @Override
    public void close() {
        try {
            delete(List.copyOf(files));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private record Run(ReportLine head, Iterator<ReportLine> rest) {}

    private record Merge(PriorityQueue<Run> runs) implements Iterator<ReportLine> {

        void add(Iterator<ReportLine> lines) {
            if (lines.hasNext()) {
                runs.add(new Run(lines.next(), lines));
            }
        }

        @Override
        public boolean hasNext() {
            return !runs.isEmpty();
        }

        @Override
        public ReportLine next() {
            ReportLine sum = take();
            while (!runs.isEmpty() && runs.element().head().author().equals(sum.author())) {
                sum = sum.plus(take());
            }
            return sum;
        }

        private ReportLine take() {
            Run run = runs.remove();
            add(run.rest());
            return run.head();
        }
    }
}
