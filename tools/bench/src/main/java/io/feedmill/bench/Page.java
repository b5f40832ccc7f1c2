package io.feedmill.bench;

import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** A run as Markdown. */
final class Page {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm 'UTC'", Locale.ROOT).withZone(ZoneOffset.UTC);

    private static final DateTimeFormatter FILE =
            DateTimeFormatter.ofPattern("uuuu-MM-dd-HHmm'.md'", Locale.ROOT).withZone(ZoneOffset.UTC);

    private Page() {}

    /** Returns the file's name: the minute of the run's start. */
    static String file(Run run) {
        return FILE.format(run.startedAt());
    }

    static String of(Run run) {
        StringBuilder text = new StringBuilder("# Bench of " + TIME.format(run.startedAt()) + "\n\n");
        if (run.quick()) {
            text.append("**A quick run: small loads and few rounds. Do not quote it.**\n\n");
        }
        text.append(facts(run)).append("\n## Goals\n\n");
        text.append(Tables.of(run.goals()).markdown());
        run.parts().forEach(part -> text.append(section(part)));
        return text.toString();
    }

    private static String facts(Run run) {
        Machine machine = run.machine();
        return "- Feedmill %s, commit %s\n"
                        .formatted(run.build().version(), run.build().commit())
                + "- %s, %d cores, %,d MiB\n".formatted(machine.cpu(), machine.cores(), machine.memoryMib())
                + "- %s, Java %s\n".formatted(machine.system(), machine.java())
                + "- load average before the run: %.2f\n".formatted(machine.load())
                + run.build().versions().entrySet().stream()
                        .sorted(Map.Entry.comparingByKey())
                        .map(entry -> "- %s %s\n".formatted(entry.getKey(), entry.getValue()))
                        .collect(Collectors.joining());
    }

    private static String section(Run.Part part) {
        StringBuilder text = new StringBuilder("\n## %s: %s\n".formatted(part.id(), part.title()));
        part.figures().forEach(figures -> {
            if (!figures.title().equals(part.title())) {
                text.append("\n%s\n".formatted(figures.title()));
            }
            text.append("\n").append(Tables.of(figures).markdown());
        });
        if (!part.notes().isEmpty()) {
            text.append("\n");
        }
        part.notes().forEach(note -> text.append("- ").append(note).append('\n'));
        return text.toString();
    }
}
