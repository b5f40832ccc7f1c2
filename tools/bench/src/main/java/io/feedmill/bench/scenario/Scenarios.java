package io.feedmill.bench.scenario;

import java.util.List;

/** All scenarios, in the order in which they run. */
public final class Scenarios {
    private Scenarios() {}

    public static List<Scenario> all() {
        return List.of(
                new DeliveryScenario(),
                new GraphScenario(),
                new ClientScenario(),
                new LatencyScenario(),
                new BillScenario(),
                new PostScenario(),
                new PageScenario(),
                new QueueScenario(),
                new GrowthScenario(),
                new WorkersScenario(),
                new StreamFrameworkScenario(),
                new KillScenario(),
                new SocialScenario(),
                new MicroScenario());
    }
}
