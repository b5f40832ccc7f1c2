package io.feedmill.bench.report;

import io.feedmill.bench.plot.Curves;
import io.feedmill.bench.scenario.Result;
import io.feedmill.bench.scenario.Scenario;
import java.util.List;

/** What a run has of one scenario. */
public record Part(String id, String title, Result result, List<Curves> curves) {

    public Part {
        curves = List.copyOf(curves);
    }

    public static Part of(Scenario scenario, Result result, List<Curves> curves) {
        return new Part(scenario.id(), scenario.title(), result, curves);
    }
}
