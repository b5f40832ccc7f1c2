package io.feedmill.bench.report;

import io.feedmill.bench.goal.GoalResult;
import io.feedmill.bench.measure.Figures;
import io.feedmill.bench.measure.Metric;
import io.feedmill.bench.measure.Sample;
import io.feedmill.bench.measure.Series;
import io.feedmill.bench.measure.Stats;
import java.util.Locale;
import java.util.TreeMap;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A run for scripts: every sample, and the goals as {@code {"id", "goal", "measured", "met"}}. What is no number, and what was not measured, is null. */
final class JsonReport {
    private static final JsonMapper JSON = JsonMapper.shared();

    private JsonReport() {}

    static String of(Run run) {
        ObjectNode json = JSON.createObjectNode();
        json.set("machine", JSON.valueToTree(run.machine()));
        json.put("version", run.build().version()).put("commit", run.build().commit());
        json.set("versions", JSON.valueToTree(new TreeMap<>(run.build().versions())));
        json.put("quick", run.quick()).put("startedAt", run.startedAt().toString());
        units(json.putObject("metrics"));
        run.parts().forEach(part -> add(part, json.withArray("scenarios").addObject()));
        GoalResult.ofEveryGoal(run.goals())
                .forEach(goal -> add(goal, json.withArray("goals").addObject()));
        return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(json) + "\n";
    }

    private static void units(ObjectNode json) {
        for (Metric metric : Metric.values()) {
            json.put(name(metric), metric.title());
        }
    }

    private static void add(Part part, ObjectNode json) {
        json.put("id", part.id()).put("title", part.title());
        part.result()
                .figures()
                .forEach(figures -> add(figures, json.withArray("figures").addObject()));
        part.result().notes().forEach(json.withArray("notes")::add);
    }

    private static void add(Figures figures, ObjectNode json) {
        json.put("title", figures.title()).put("primary", name(figures.primary()));
        figures.series()
                .forEach(series -> add(series, json.withArray("contenders").addObject()));
    }

    private static void add(Series series, ObjectNode json) {
        json.put("name", series.contender()).put("role", series.role().name().toLowerCase(Locale.ROOT));
        for (Metric metric : Metric.values()) {
            series.stats(metric)
                    .ifPresent(stats -> add(stats, json.withObject("stats").putObject(name(metric))));
        }
        series.rounds().forEach(round -> add(round, json.withArray("rounds").addObject()));
    }

    private static void add(Stats stats, ObjectNode json) {
        put(json, "median", stats.median());
        put(json, "min", stats.min());
        put(json, "max", stats.max());
    }

    private static void add(Sample round, ObjectNode json) {
        round.values().forEach((metric, value) -> put(json, name(metric), value));
    }

    private static void add(GoalResult result, ObjectNode json) {
        json.put("id", result.goal().id()).put("goal", result.goal().bound());
        put(json, "measured", result.measured());
        json.put("met", result.met());
    }

    private static void put(ObjectNode json, String name, double value) {
        json.put(name, Double.isFinite(value) ? value : null);
    }

    /** The metric's name in camel case: {@code deliveriesPerSecond}. */
    private static String name(Metric metric) {
        String[] words = metric.name().toLowerCase(Locale.ROOT).split("_", -1);
        StringBuilder name = new StringBuilder(words[0]);
        for (int i = 1; i < words.length; i++) {
            name.append(Character.toUpperCase(words[i].charAt(0))).append(words[i], 1, words[i].length());
        }
        return name.toString();
    }
}
