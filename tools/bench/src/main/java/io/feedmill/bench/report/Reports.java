package io.feedmill.bench.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.feedmill.stack.console.Screen;
import io.feedmill.stack.console.Table;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;

/** Shows and writes what a run found. */
public final class Reports {
    /** What most terminals show without breaking lines. */
    private static final int WIDTH = 120;

    private static final DateTimeFormatter FOLDER =
            DateTimeFormatter.ofPattern("uuuu-MM-dd-HHmm", Locale.ROOT).withZone(ZoneOffset.UTC);

    private Reports() {}

    /** The tables of a scenario, as soon as it is done. */
    public static void show(Part part, Screen screen) {
        part.result().figures().forEach(figures -> {
            screen.say("");
            screen.say("%s, by %s".formatted(figures.title(), figures.primary().title()));
            show(FigureTable.of(figures), screen);
        });
        part.result().notes().forEach(note -> screen.say("  " + note));
    }

    /** The table of goals, at the end of a run. */
    public static void showGoals(Run run, Screen screen) {
        screen.say("");
        screen.say("goals");
        show(GoalTable.of(run.goals()), screen);
    }

    private static void show(Grid grid, Screen screen) {
        for (Table table : grid.tables(WIDTH)) {
            screen.show(table);
        }
    }

    /** The run as JSON in this file. */
    public static void writeJson(Run run, Path file) {
        write(file, JsonReport.of(run));
    }

    /** The run as a page with plots in a new folder, named for the minute in which it began; the page. */
    public static Path writePage(Run run, Path results) {
        Path folder = results.resolve(FOLDER.format(run.startedAt()));
        Page page = Page.of(run);
        for (Map.Entry<String, String> plot : page.plots().entrySet()) {
            write(folder.resolve(plot.getKey()), plot.getValue());
        }
        // The name that is shown to whoever opens the folder.
        Path readme = folder.resolve("README.md");
        write(readme, page.markdown());
        return readme;
    }

    private static void write(Path file, String text) {
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.writeString(file, text, UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
