package io.feedmill.bench.scenario;

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

    /** The one or the other. */
    public int pick(int quickly, int fully) {
        return quick ? quickly : fully;
    }
}
