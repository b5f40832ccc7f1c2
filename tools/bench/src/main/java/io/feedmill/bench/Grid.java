package io.feedmill.bench;

import io.feedmill.stack.console.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Rows of cells, the headings first; the first column names the row. */
record Grid(List<List<String>> rows) {
    private static final int INDENT = 2;
    private static final int GAP = 3;

    Grid {
        rows = List.copyOf(rows);
    }

    /** Splits the grid into tables of at most this width, if two columns fit; each table begins with the first column. */
    List<Table> tables(int width) {
        List<Table> tables = new ArrayList<>();
        int columns = rows.getFirst().size();
        for (int from = 1; from < columns; ) {
            int to = from + 1;
            while (to < columns && width(from, to + 1) <= width) {
                to++;
            }
            tables.add(table(from, to));
            from = to;
        }
        return tables;
    }

    private int width(int from, int to) {
        return INDENT
                + widest(0)
                + IntStream.range(from, to).map(column -> widest(column) + GAP).sum();
    }

    private int widest(int column) {
        return rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
    }

    private Table table(int from, int to) {
        Table table = new Table(cells(rows.getFirst(), from, to));
        rows.stream().skip(1).forEach(row -> table.row(cells(row, from, to)));
        return table;
    }

    private static String[] cells(List<String> row, int from, int to) {
        return IntStream.concat(IntStream.of(0), IntStream.range(from, to))
                .mapToObj(row::get)
                .toArray(String[]::new);
    }

    /** Returns a Markdown table. */
    String markdown() {
        String rule = "|---|" + "---:|".repeat(rows.getFirst().size() - 1);
        String body = rows.stream().skip(1).map(Grid::markdown).collect(Collectors.joining("\n"));
        return markdown(rows.getFirst()) + "\n" + rule + "\n" + body + "\n";
    }

    private static String markdown(List<String> row) {
        return row.stream().map(cell -> cell.replace("|", "\\|")).collect(Collectors.joining(" | ", "| ", " |"));
    }
}
