package io.feedmill.bench;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.sun.management.OperatingSystemMXBean;
import io.feedmill.bench.measure.Figures;
import io.feedmill.bench.measure.Goal;
import io.feedmill.bench.measure.Metric;
import io.feedmill.bench.scenario.Scenario;
import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.databind.json.JsonMapper;

/** All results of one run of the bench. tools/bench/README.md describes its JSON. */
@JsonPropertyOrder({"machine", "quick", "startedAt", "metrics", "scenarios", "goals"})
record Run(
        Machine machine,
        boolean quick,
        Instant startedAt,
        @JsonProperty("scenarios") List<Part> parts) {

    Run {
        parts = List.copyOf(parts);
    }

    /**
     * The machine, without a name or a path.
     *
     * @param load the load average of the last minute; negative if the system does not tell it
     */
    record Machine(int cores, long memoryMib, String system, String java, double load) {

        static Machine here() {
            OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
            return new Machine(
                    system.getAvailableProcessors(),
                    system.getTotalMemorySize() >> 20,
                    "%s %s".formatted(system.getName(), system.getVersion()),
                    Runtime.version().toString(),
                    system.getSystemLoadAverage());
        }

        String line() {
            return "%d cores, %,d MiB, %s, Java %s, load average %.2f".formatted(cores, memoryMib, system, java, load);
        }
    }

    /** The results of one scenario. */
    record Part(
            String id,
            String title,
            List<String> notes,
            List<Figures> figures,
            @JsonIgnore List<Goal.Result> goals) {

        static Part of(Scenario scenario, Scenario.Result result) {
            return new Part(scenario.id(), scenario.title(), result.notes(), result.figures(), result.goals());
        }
    }

    @JsonProperty("metrics")
    Map<Metric, String> metricTitles() {
        return Arrays.stream(Metric.values()).collect(Collectors.toMap(metric -> metric, Metric::title));
    }

    @JsonProperty("goals")
    List<Goal.Result> goals() {
        return Goal.all(parts.stream().flatMap(part -> part.goals().stream()).toList());
    }

    String toJson() {
        return JsonMapper.shared().writerWithDefaultPrettyPrinter().writeValueAsString(this) + "\n";
    }
}
