package io.feedmill.bench.scenario;

import io.feedmill.bench.measure.Contender;
import io.feedmill.bench.measure.Figures;
import io.feedmill.bench.measure.Metric;
import io.feedmill.bench.measure.Rounds;
import io.feedmill.emulators.EmulatorProcesses;
import io.feedmill.emulators.Ports;
import io.feedmill.stack.Platform;
import io.feedmill.stack.Workspace;
import io.feedmill.stack.console.Screen;
import java.util.List;

/** The options of a run, for all of its scenarios. A quick run has few rounds: to see that everything works, not to quote. */
public record Setting(Workspace workspace, Screen screen, boolean quick) {

    /** Starts DynamoDB Local and ElasticMQ with Feedmill's tables and queues, for one scenario. */
    Platform platform() {
        return Platform.start(EmulatorProcesses.Options.ANY_PORT, workspace, Ports.findFree(), screen);
    }

    /** Lets the contenders take turns. A quick run has one round to warm up and two that count. */
    Figures compare(String title, Metric primary, Rounds rounds, List<Contender> contenders) {
        return (quick ? Rounds.fixed(1, 2) : rounds).of(title, primary, contenders, screen::say);
    }

    /** Returns the first number in a quick run, else the second. */
    int pick(int quickly, int fully) {
        return quick ? quickly : fully;
    }
}
