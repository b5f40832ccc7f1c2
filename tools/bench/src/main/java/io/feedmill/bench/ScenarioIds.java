package io.feedmill.bench;

import io.feedmill.bench.scenario.Scenario;
import io.feedmill.bench.scenario.Scenarios;
import java.util.AbstractList;
import java.util.List;

/** What {@code --only} takes. */
final class ScenarioIds extends AbstractList<String> {
    private final List<String> ids = Scenarios.all().stream().map(Scenario::id).toList();

    @Override
    public String get(int index) {
        return ids.get(index);
    }

    @Override
    public int size() {
        return ids.size();
    }
}
