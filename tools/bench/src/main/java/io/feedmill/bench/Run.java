package io.feedmill.bench;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import io.feedmill.bench.measure.Figures;
import io.feedmill.bench.measure.Goal;
import io.feedmill.bench.measure.Metric;
import io.feedmill.bench.scenario.Result;
import io.feedmill.bench.scenario.Scenario;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/**
 * All results of one run of the bench. Its JSON is documented in docs/bench.md.
 *
 * @param quick whether it ran small loads and few rounds, not to be quoted
 */
@JsonPropertyOrder({"machine", "version", "commit", "versions", "quick", "startedAt", "metrics", "scenarios", "goals"})
record Run(
        Machine machine,
        @JsonIgnore Build build,
        boolean quick,
        Instant startedAt,
        @JsonProperty("scenarios") List<Part> parts) {

    Run {
        parts = List.copyOf(parts);
    }

    /** The results of one scenario. */
    record Part(
            String id,
            String title,
            List<String> notes,
            List<Figures> figures,
            @JsonIgnore List<Goal.Result> goals) {

        static Part of(Scenario scenario, Result result) {
            return new Part(scenario.id(), scenario.title(), result.notes(), result.figures(), result.goals());
        }
    }

    @JsonProperty("version")
    String version() {
        return build.version();
    }

    @JsonProperty("commit")
    String commit() {
        return build.commit();
    }

    @JsonProperty("versions")
    Map<String, String> versions() {
        return build.versions();
    }

    /** Returns each metric's title. */
    @JsonProperty("metrics")
    Map<Metric, String> metrics() {
        Map<Metric, String> titles = new EnumMap<>(Metric.class);
        for (Metric metric : Metric.values()) {
            titles.put(metric, metric.title());
        }
        return titles;
    }

    /** Returns a result of each goal. */
    @JsonProperty("goals")
    List<Goal.Result> goals() {
        return Goal.all(parts.stream().flatMap(part -> part.goals().stream()).toList());
    }

    String toJson() {
        return JsonMapper.shared().writerWithDefaultPrettyPrinter().writeValueAsString(this) + "\n";
    }
}
