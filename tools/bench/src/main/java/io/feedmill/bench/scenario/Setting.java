package io.feedmill.bench.scenario;

import io.feedmill.bench.measure.Contender;
import io.feedmill.bench.measure.Figures;
import io.feedmill.bench.measure.Metric;
import io.feedmill.emulators.EmulatorProcesses;
import io.feedmill.emulators.Ports;
import io.feedmill.stack.Platform;
import io.feedmill.stack.Workspace;
import io.feedmill.stack.console.Screen;
import java.util.List;

/**
 * The options of a run, for all of its scenarios.
 *
 * @param quick few rounds: to see that everything works, not to quote
 * @param rows the number of rows of home feeds to audit
 */
public record Setting(Workspace workspace, Screen screen, boolean quick, int rows) {

    /** Starts DynamoDB Local and ElasticMQ with Feedmill's tables and queues, for one scenario. */
    Platform platform() {
        return Platform.start(EmulatorProcesses.Options.ANY_PORT, workspace, Ports.findFree(), screen);
    }

    /**
     * Lets the contenders take turns, all with the same number of warm-ups: a JVM takes many seconds of work to compile its hot code. A quick run has
     * one round to warm up and two that count.
     */
    Figures compare(String title, Metric primary, int warmUps, int rounds, List<Contender> contenders) {
        return new Figures(
                title, primary, Contender.takeTurns(contenders, pick(1, warmUps), pick(2, rounds), screen::say));
    }

    /** Returns the first number in a quick run, else the second. */
    int pick(int quickly, int fully) {
        return quick ? quickly : fully;
    }
}
