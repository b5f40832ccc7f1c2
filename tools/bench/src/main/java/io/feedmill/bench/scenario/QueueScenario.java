package io.feedmill.bench.scenario;

import io.feedmill.bench.limit.Limits;
import io.feedmill.bench.measure.Contender;
import io.feedmill.bench.measure.Figures;
import io.feedmill.bench.measure.Metric;
import io.feedmill.bench.stack.Emulators;
import java.util.List;

/** What the queue takes, for those who want to know where the figures of others come from. */
final class QueueScenario implements Scenario {
    private static final int AT_ONCE = 16;

    @Override
    public String id() {
        return "queue";
    }

    @Override
    public String title() {
        return "bare calls to ElasticMQ, and bare transactions, 16 at once";
    }

    @Override
    public Result run(Setting setting) {
        int calls = setting.pick(200, 2_000);
        try (Emulators emulators = Emulators.start(setting.workspace(), setting.screen());
                Limits limits = Limits.of(emulators.endpoints())) {
            List<Contender> contenders = List.of(
                    limits.sends(calls, AT_ONCE),
                    limits.batchSends(calls, AT_ONCE),
                    limits.takes(calls, AT_ONCE),
                    limits.batchTakes(calls, AT_ONCE),
                    limits.transactions(calls, AT_ONCE));
            return Result.of(new Figures(
                    title(), Metric.CALLS_PER_SECOND, setting.rounds().run(contenders, setting.screen()::say)));
        }
    }
}
