package io.feedmill.bench.scenario;

import io.feedmill.bench.measure.Contender;
import io.feedmill.bench.measure.Rounds;
import io.feedmill.stack.Workspace;
import io.feedmill.stack.console.Screen;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What all scenarios of a run share.
 *
 * @param graph the file of the Facebook graph; null: a generated one of its size
 * @param quick small loads and few rounds: to see that everything works, not to quote
 */
public record Setting(
        Workspace workspace,
        Screen screen,
        Rounds rounds,
        @Nullable Path graph,
        boolean quick) {

    /**
     * Has it run alone so many times, where figures are to be quoted: a JVM takes minutes of work to compile what it works with. Then it is as in
     * production, where nobody restarts it for every post.
     */
    public <C extends Contender> C warmedUp(C contender, int times) {
        for (int time = 0; time < pick(0, times); time++) {
            screen.say("warm-up: " + contender.name());
            contender.run();
        }
        return contender;
    }

    /** The one or the other. */
    public int pick(int quickly, int fully) {
        return quick ? quickly : fully;
    }
}
