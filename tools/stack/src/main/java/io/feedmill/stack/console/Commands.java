package io.feedmill.stack.console;

import io.feedmill.cli.command.Usage;
import io.feedmill.client.ProblemException;
import io.feedmill.emulators.EmulatorStartException;
import io.feedmill.emulators.PortTakenException;
import java.util.HashSet;
import java.util.Set;
import picocli.CommandLine;

/** Commands that start the embedded stack, or parts of it. */
public final class Commands {
    private Commands() {}

    /** Returns the command's line, as {@link Usage#line} does; the failures of the stack need no more than their message either. */
    public static CommandLine line(Object command, Set<Class<? extends RuntimeException>> selfExplanatory) {
        Set<Class<? extends RuntimeException>> all = new HashSet<>(selfExplanatory);
        all.addAll(Set.of(ProblemException.class, PortTakenException.class, EmulatorStartException.class));
        return Usage.line(command, all);
    }
}
