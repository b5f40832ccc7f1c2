package io.feedmill.stack.console;

import io.feedmill.emulators.EmulatorStartException;
import io.feedmill.emulators.PortTakenException;
import io.feedmill.stack.client.FeedmillException;
import io.feedmill.stack.graph.EdgeListReader.BadGraphException;
import java.io.PrintWriter;
import java.net.URI;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Command lines of the launcher, whichever module has them. Exit codes: 0 success, 1 failure, 2 usage error. */
public final class Usage {
    private static final int HIGHEST_PORT = 65_535;
    /** Failures that the user can act on: only their message is printed. */
    private static final Set<Class<? extends RuntimeException>> SELF_EXPLANATORY = Set.of(
            PortTakenException.class,
            EmulatorStartException.class,
            BadGraphException.class,
            FeedmillException.class,
            StepFailure.class);

    private Usage() {}

    /**
     * Returns the command's line.
     *
     * @param selfExplanatory failures of the command's own that need no more than their message
     */
    public static CommandLine line(Object command, Set<Class<? extends RuntimeException>> selfExplanatory) {
        // Else Hibernate Validator logs its version to standard error.
        System.setProperty("org.jboss.logging.provider", "slf4j");
        Set<Class<? extends RuntimeException>> all = new HashSet<>(SELF_EXPLANATORY);
        all.addAll(selfExplanatory);
        return new CommandLine(command)
                .setParameterExceptionHandler(Usage::explain)
                .setExecutionExceptionHandler((failure, line, words) -> explain(failure, line.getErr(), all));
    }

    /** Refuses the command line, with the sentence, unless the condition holds. */
    public static void require(@Nullable CommandSpec command, boolean condition, String sentence) {
        if (!condition && command != null) {
            throw new ParameterException(command.commandLine(), sentence);
        }
    }

    /** Refuses a number that is no port; 0 stands for any free one. */
    public static void requirePort(@Nullable CommandSpec command, String option, int port) {
        require(command, port >= 0 && port <= HIGHEST_PORT, "%s must be 0 to %d.".formatted(option, HIGHEST_PORT));
    }

    /** Returns whether the URL is a server's, as http://127.0.0.1:8080 is. */
    public static boolean isHttp(URI url) {
        return url.getHost() != null
                && url.getScheme() != null
                && url.getScheme().matches("https?");
    }

    /** Prints the mistake in one line; the whole help would hide it. */
    private static int explain(ParameterException mistake, String[] words) {
        CommandLine command = mistake.getCommandLine();
        command.getErr()
                .printf(
                        "%s (%s --help names all options.)%n",
                        mistake.getMessage(), command.getCommandSpec().qualifiedName());
        return command.getCommandSpec().exitCodeOnInvalidInput();
    }

    /** Any other exception is a defect and is printed with its stack trace. */
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

    /** Returns whether a signal is ending the process: failures then are not reported. */
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
