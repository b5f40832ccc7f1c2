package io.feedmill.bench.report;

import io.feedmill.bench.measure.Figures;
import io.feedmill.bench.plot.BarPlot;
import io.feedmill.bench.plot.Curves;
import io.feedmill.bench.plot.LinePlot;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * A run as Markdown with its plots.
 *
 * @param plots SVG documents by file name, beside the Markdown
 */
record Page(String markdown, Map<String, String> plots) {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm 'UTC'", Locale.ROOT).withZone(ZoneOffset.UTC);

    static Page of(Run run) {
        StringBuilder text = new StringBuilder("# Bench of " + TIME.format(run.startedAt()) + "\n\n");
        if (run.quick()) {
            text.append("**A quick run: small loads and few rounds. Do not quote it.**\n\n");
        }
        text.append(facts(run)).append("\n## Goals\n\n");
        text.append(GoalTable.of(run.goals()).markdown());
        Map<String, String> plots = new LinkedHashMap<>();
        run.parts().forEach(part -> add(part, text, plots));
        return new Page(text.toString(), plots);
    }

    private static String facts(Run run) {
        Machine machine = run.machine();
        StringBuilder text = new StringBuilder();
        text.append("- Feedmill %s, commit %s\n"
                .formatted(run.build().version(), run.build().commit()));
        text.append(String.format(
                Locale.ROOT, "- %s, %d cores, %,d MiB\n", machine.cpu(), machine.cores(), machine.memoryMib()));
        text.append("- %s, Java %s\n".formatted(machine.system(), machine.java()));
        text.append(String.format(Locale.ROOT, "- load average before the run: %.2f\n", machine.load()));
        run.build().versions().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(entry -> text.append("- %s %s\n".formatted(entry.getKey(), entry.getValue())));
        return text.toString();
    }

    private static void add(Part part, StringBuilder text, Map<String, String> plots) {
        text.append("\n## %s: %s\n".formatted(part.id(), part.title()));
        int number = 1;
        for (Curves curves : part.result().curves()) {
            String file = "%s-%d.svg".formatted(part.id(), number++);
            plots.put(file, LinePlot.of(curves));
            text.append("\n![%s](%s)\n".formatted(curves.title(), file));
        }
        for (Figures figures : part.result().figures()) {
            String file = "%s-%d.svg".formatted(part.id(), number++);
            plots.put(file, BarPlot.of(figures));
            text.append("\n### %s\n\n![%s](%s)\n\n".formatted(figures.title(), figures.title(), file));
            text.append(FigureTable.of(figures).markdown());
        }
        if (!part.result().notes().isEmpty()) {
            text.append("\n");
        }
        part.result().notes().forEach(note -> text.append("- ").append(note).append('\n'));
    }
}
