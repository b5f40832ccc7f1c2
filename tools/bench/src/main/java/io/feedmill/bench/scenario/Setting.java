package io.feedmill.bench.scenario;

import io.feedmill.bench.measure.Contender;
import io.feedmill.bench.measure.Figures;
import io.feedmill.bench.measure.Figures.Series;
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
 * @param quick small loads and few rounds: to see that everything works, not to quote
 */
public record Setting(Workspace workspace, Screen screen, boolean quick) {

    /** Starts DynamoDB Local and ElasticMQ with Feedmill's tables and queues, for one scenario. */
    Platform platform() {
        return Platform.start(EmulatorProcesses.Options.ANY_PORT, workspace, Ports.findFree(), screen);
    }

    /** Lets the contenders take turns: one round to warm up and five that count, or two in a quick run. */
    Figures compare(String title, Metric primary, List<Contender> contenders) {
        return new Figures(title, primary, rounds(1, pick(2, 5), contenders));
    }

    List<Series> rounds(int warmUps, int rounds, List<Contender> contenders) {
        return Contender.takeTurns(contenders, warmUps, rounds, screen::say);
    }

    /**
     * Runs the contender alone before its rounds, unless the run is quick: a JVM takes minutes of work to compile its hot code, and production does
     * not restart it for every post.
     */
    Contender warmedUp(Contender contender, int times) {
        for (int time = 0; time < pick(0, times); time++) {
            screen.say("warm-up: " + contender.name());
            contender.run();
        }
        return contender;
    }

    /** Returns the first number in a quick run, else the second. */
    int pick(int quickly, int fully) {
        return quick ? quickly : fully;
    }
}
