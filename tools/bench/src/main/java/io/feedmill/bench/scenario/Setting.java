package io.feedmill.bench.scenario;

import io.feedmill.bench.measure.Contender;
import io.feedmill.bench.measure.Figures;
import io.feedmill.bench.measure.Metric;
import io.feedmill.bench.measure.Rounds;
import io.feedmill.bench.stack.Emulators;
import io.feedmill.stack.Workspace;
import io.feedmill.stack.console.Screen;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The options of a run, for all of its scenarios.
 *
 * @param graph the file of the Facebook graph; null: a generated graph of its size
 * @param quick small loads and few rounds: to see that everything works, not to quote
 */
public record Setting(
        Workspace workspace, Screen screen, @Nullable Path graph, boolean quick) {

    Emulators emulators() {
        return Emulators.start(workspace, screen);
    }

    /** Returns one round to warm up and five that count, or two in a quick run. */
    Rounds rounds() {
        return new Rounds(1, pick(2, 5));
    }

    /** Lets the contenders take turns. */
    Figures compare(String title, Metric primary, List<? extends Contender> contenders) {
        return new Figures(title, primary, rounds().run(contenders, screen::say));
    }

    /**
     * Runs the contender alone before its rounds, unless the run is quick: a JVM takes minutes of work to compile its hot code, and production does
     * not restart it for every post.
     */
    <C extends Contender> C warmedUp(C contender, int times) {
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
