package io.feedmill.bench.scenario;

import io.feedmill.bench.micro.Micro;

/** Single calls, timed by JMH. */
final class MicroScenario implements Scenario {
    @Override
    public String id() {
        return "calls";
    }

    @Override
    public String title() {
        return "keys, messages and items, by JMH";
    }

    @Override
    public Result run(Setting setting) {
        Micro micro = setting.quick() ? Micro.quick() : Micro.full();
        return Result.of(micro.run(setting.screen()::say));
    }
}
