package io.feedmill.bench.scenario;

import io.feedmill.bench.micro.Micro;
import java.util.List;

/** Single calls, timed by JMH. */
final class MicroScenario implements Scenario {
    @Override
    public String id() {
        return "micro";
    }

    @Override
    public String title() {
        return "keys, messages and items, by JMH";
    }

    @Override
    public Result run(Setting setting) {
        Micro micro = setting.quick() ? Micro.quick() : Micro.full();
        return new Result(micro.run(setting.screen()::say), List.of(), List.of());
    }
}
