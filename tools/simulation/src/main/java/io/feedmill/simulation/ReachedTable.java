package io.feedmill.simulation;

import io.feedmill.checker.Promise;
import io.feedmill.checker.load.RandomCalls.Verb;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What sequences reached, and what they never did, as lines. */
record ReachedTable(Map<String, Map<String, Long>> counts) {
    private static final int WIDTH = 110;

    /** What was reached. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add("Reached");
        lines.addAll(list("faults", of("fault")));
        lines.addAll(list("events", of("event")));
        lines.addAll(list("calls of the database", of("call")));
        lines.addAll(list("promises judged", of("promise")));
        lines.add("  kinds of calls, by their status");
        verbs().forEach((verb, all) -> lines.add("    %-18s %s".formatted(verb, text(all))));
        lines.add("  mechanisms, by how often they mattered");
        for (Mechanisms each : Mechanisms.values()) {
            lines.add("  %,12d  %-60s %s".formatted(each.times(counts), each.sentence(), each.source()));
        }
        return lines;
    }

    /** What never was, by kind. */
    Map<String, List<String>> never() {
        Map<String, List<String>> never = new TreeMap<>();
        never.put(
                "faults",
                Stream.of(FaultSchedule.Kind.values())
                        .map(ReachedTable::lower)
                        .filter(kind -> !of("fault").containsKey(kind))
                        .toList());
        never.put(
                "promises",
                Stream.of(Promise.values())
                        .map(Promise::toString)
                        .filter(promise -> of("promise").getOrDefault(promise, 0L) == 0)
                        .toList());
        never.put(
                "kinds of calls that succeeded",
                Stream.of(Verb.values())
                        .map(Verb::toString)
                        .filter(verb -> !succeeded(verb))
                        .toList());
        never.put(
                "mechanisms",
                Arrays.stream(Mechanisms.values())
                        .filter(each -> each.times(counts) == 0)
                        .map(each -> each.sentence() + " (" + each.source() + ")")
                        .toList());
        return never;
    }

    /** Those that never were as lines. */
    List<String> neverLines() {
        List<String> lines = new ArrayList<>();
        lines.add("Never reached");
        never().forEach((kind, all) -> {
            lines.add("  " + kind + (all.isEmpty() ? ": none" : ":"));
            all.forEach(each -> lines.add("    " + each));
        });
        return lines;
    }

    private Map<String, Long> of(String kind) {
        return counts.getOrDefault(kind, Map.of());
    }

    private static String lower(Enum<?> kind) {
        return kind.name().toLowerCase(Locale.ROOT);
    }

    /** Outcomes by verb. */
    private Map<String, Map<String, Long>> verbs() {
        Map<String, Map<String, Long>> verbs = new TreeMap<>();
        of("verb").forEach((key, times) -> {
            int space = key.indexOf(' ');
            verbs.computeIfAbsent(key.substring(0, space), none -> new TreeMap<>())
                    .put(key.substring(space + 1), times);
        });
        return verbs;
    }

    private boolean succeeded(String verb) {
        return verbs().getOrDefault(verb, Map.of()).keySet().stream().anyMatch(status -> status.startsWith("2"));
    }

    private static String text(Map<String, Long> counts) {
        return counts.entrySet().stream()
                .map(each -> "%s: %,d".formatted(each.getKey(), each.getValue()))
                .collect(Collectors.joining(", "));
    }

    /** A name and its counts, the greatest first, in lines of moderate width. */
    private static List<String> list(String name, Map<String, Long> counts) {
        List<String> lines = new ArrayList<>(List.of("  " + name));
        StringBuilder line = new StringBuilder("   ");
        Comparator<Map.Entry<String, Long>> greatest = Map.Entry.comparingByValue(Comparator.reverseOrder());
        for (Map.Entry<String, Long> each :
                counts.entrySet().stream().sorted(greatest).toList()) {
            String text = " %s %,d".formatted(each.getKey(), each.getValue());
            if (line.length() + text.length() > WIDTH) {
                lines.add(line.toString());
                line = new StringBuilder("   ");
            }
            line.append(text).append(',');
        }
        lines.add(
                line.isEmpty() || line.charAt(line.length() - 1) != ','
                        ? "    none"
                        : line.substring(0, line.length() - 1));
        return lines;
    }
}
