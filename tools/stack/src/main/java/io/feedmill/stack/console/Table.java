package io.feedmill.stack.console;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A table of text with columns of minimum width: the first is aligned left, the others right. Not thread-safe. */
public final class Table {

    private final List<List<String>> rows = new ArrayList<>();

    public Table(Object... headings) {
        rows.add(texts(headings));
    }

    private static List<String> texts(Object... cells) {
        return Stream.of(cells)
                .map(cell -> cell instanceof Number whole ? "%,d".formatted(whole.longValue()) : cell.toString())
                .toList();
    }

    /** A row of texts and whole numbers; it must have as many cells as there are headings. */
    public void row(Object... cells) {
        if (cells.length != rows.getFirst().size()) {
            throw new IllegalArgumentException("%d cells under %d headings"
                    .formatted(cells.length, rows.getFirst().size()));
        }
        rows.add(texts(cells));
    }

    /** The table, a line for each row. */
    public List<String> lines() {
        int[] widths = IntStream.range(0, rows.getFirst().size())
                .map(column -> rows.stream()
                        .mapToInt(row -> row.get(column).length())
                        .max()
                        .orElse(0))
                .toArray();
        return rows.stream().map(row -> line(row, widths)).toList();
    }

    private static String line(List<String> row, int[] widths) {
        return IntStream.range(0, widths.length)
                .mapToObj(column -> ("%" + (column == 0 ? "-" : "") + widths[column] + "s").formatted(row.get(column)))
                .collect(Collectors.joining("   ", "  ", ""));
    }
}
