package io.feedmill.stack.command;

import io.feedmill.emulators.EmulatorStartException;
import io.feedmill.emulators.PortTakenException;
import io.feedmill.stack.client.FeedmillException;
import io.feedmill.stack.graph.EdgeListReader.BadGraphException;
import io.feedmill.stack.load.StepFailure;
import java.io.PrintWriter;
import java.util.HashSet;
import java.util.Set;
import picocli.CommandLine;

/** Commands of the launcher, whichever module has them: all fail in the same way. Exit codes: 0 as it should be, 1 not, 2 not understood. */
public final class CommandLines {

    /** Failures that the user can act on: only their message is printed. */
    private static final Set<Class<? extends RuntimeException>> SELF_EXPLANATORY = Set.of(
            PortTakenException.class,
            EmulatorStartException.class,
            BadGraphException.class,
            FeedmillException.class,
            StepFailure.class);

    static {
        // Else Hibernate Validator logs its version to standard error.
        System.setProperty("org.jboss.logging.provider", "slf4j");
    }

    private CommandLines() {}

    /**
     * The command's line.
     *
     * @param selfExplanatory failures of the command's own that need no more than their message
     */
    public static CommandLine of(Object command, Set<Class<? extends RuntimeException>> selfExplanatory) {
        Set<Class<? extends RuntimeException>> all = new HashSet<>(SELF_EXPLANATORY);
        all.addAll(selfExplanatory);
        return new CommandLine(command)
                .setParameterExceptionHandler(Usage::explain)
                .setExecutionExceptionHandler((failure, line, words) -> explain(failure, line.getErr(), all));
    }

    /** Anything that does not explain itself is a defect and gets its stack trace. */
    private static int explain(
            Exception failure, PrintWriter err, Set<Class<? extends RuntimeException>> selfExplanatory) {
        if (isStopping()) {
            return 1;
        }
        if (selfExplanatory.stream().anyMatch(kind -> kind.isInstance(failure))) {
            err.println(failure.getMessage());
        } else {
            failure.printStackTrace(err);
        }
        return 1;
    }

    /** Whether a signal is taking everything down: what fails then needs no words. */
    private static boolean isStopping() {
        Thread probe = new Thread(() -> {});
        try {
            Runtime.getRuntime().addShutdownHook(probe);
            Runtime.getRuntime().removeShutdownHook(probe);
            return false;
        } catch (IllegalStateException e) {
            return true;
        }
    }
}
