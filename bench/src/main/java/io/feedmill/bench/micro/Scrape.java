package io.feedmill.bench.micro;

import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;

/** What {@code /actuator/prometheus} of a process said: lines of a name, labels in braces if there are any, and a value. */
public final class Scrape {
    private static final String HEAP = "area=\"heap\"";

    private final List<Line> lines;

    private Scrape(List<Line> lines) {
        this.lines = lines;
    }

    /** Of the text format; no line has a time, as Micrometer writes none. */
    public static Scrape parse(String text) {
        List<Line> lines = new ArrayList<>();
        for (String line : text.split("\n", -1)) {
            if (!line.isBlank() && !line.startsWith("#")) {
                lines.add(Line.parse(line));
            }
        }
        return new Scrape(List.copyOf(lines));
    }

    /** Bytes since the start, as of the last collection of garbage: {@link RunningJvm} is exact. */
    public double allocatedBytes() {
        return sum("jvm_gc_memory_allocated_bytes_total", "");
    }

    /** Bytes, with what nobody holds and no collection has taken yet. */
    public double heapUsed() {
        return sum("jvm_memory_used_bytes", HEAP);
    }

    /** Bytes that the heap may take; pools that have no limit of their own count nothing. */
    public double heapMax() {
        return sum("jvm_memory_max_bytes", HEAP);
    }

    /**
     * Over all lines of the metric with this label; empty: over all. Those that say they have no value count nothing.
     *
     * @param label as the text has it: {@code name="value"}
     * @throws NoSuchElementException if there is none
     */
    public double sum(String metric, String label) {
        List<Line> found = lines.stream()
                .filter(line -> line.metric().equals(metric) && line.labels().contains(label))
                .toList();
        if (found.isEmpty()) {
            throw new NoSuchElementException("no %s with %s".formatted(metric, label));
        }
        return found.stream()
                .mapToDouble(Line::value)
                .filter(value -> value > 0)
                .sum();
    }

    private record Line(String metric, String labels, double value) {

        static Line parse(String line) {
            int space = line.lastIndexOf(' ');
            int brace = line.indexOf('{');
            int end = brace < 0 ? space : brace;
            return new Line(line.substring(0, end), line.substring(end, space), number(line.substring(space + 1)));
        }

        private static double number(String text) {
            return switch (text) {
                case "+Inf" -> Double.POSITIVE_INFINITY;
                case "-Inf" -> Double.NEGATIVE_INFINITY;
                default -> Double.parseDouble(text);
            };
        }
    }
}
