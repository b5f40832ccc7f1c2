package io.feedmill.bench.stack;

import io.feedmill.stack.Member;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The heap of a worker, from its Prometheus metrics. */
public final class WorkerHeap {
    private static final String COMMITTED = "jvm_memory_committed_bytes{area=\"heap\"";
    private static final double MIB = 1 << 20;

    private WorkerHeap() {}

    /** Returns the memory that the JVM has taken for its heap. */
    public static double committedMib(Member worker) {
        try (InputStream metrics =
                worker.url().resolve("/actuator/prometheus").toURL().openStream()) {
            return committedMib(new String(metrics.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static double committedMib(String metrics) {
        return metrics.lines()
                        .filter(line -> line.startsWith(COMMITTED))
                        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                        .sum()
                / MIB;
    }
}
