package io.feedmill.bench.report;

import io.feedmill.bench.scenario.Result;
import io.feedmill.bench.scenario.Scenario;

/** What a run has of one scenario. */
public record Part(String id, String title, Result result) {

    public static Part of(Scenario scenario, Result result) {
        return new Part(scenario.id(), scenario.title(), result);
    }
}
