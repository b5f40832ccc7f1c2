package io.feedmill.bench;

import io.feedmill.bench.measure.Metric;
import io.feedmill.bench.measure.Rounds;
import io.feedmill.bench.scenario.Scenarios;
import io.feedmill.bench.scenario.Setting;
import io.feedmill.local.console.Screen;
import io.feedmill.local.stack.Workspace;

final class BenchProbe {
    private BenchProbe() {}

    public static void main(String[] a) {
        Setting s = new Setting(Workspace.configured(), Screen.standard(), new Rounds(3, 5), false);
        var r = Scenarios.all().getFirst().run(s);
        r.figures()
                .forEach(f -> f.series().forEach(x -> {
                    for (Metric m : Metric.values()) {
                        x.stats(m).ifPresent(t -> s.screen().say(x.contender() + " " + m.title() + " " + t));
                    }
                }));
    }
}
