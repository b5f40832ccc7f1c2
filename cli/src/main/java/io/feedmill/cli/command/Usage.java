package io.feedmill.cli.command;

import io.feedmill.common.InvalidSettingsException;
import java.io.PrintWriter;
import java.net.URI;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Command lines of the launcher, whichever module has them. Exit codes: 0 success, 1 failure, 2 usage error. */
public final class Usage {
    private static final int HIGHEST_PORT = 65_535;

    private Usage() {}

    /**
     * Returns the command's line.
     *
     * @param selfExplanatory failures that the user can act on, besides {@link CommandException}: only their message is printed
     */
    public static CommandLine line(Object command, Set<Class<? extends RuntimeException>> selfExplanatory) {
        // Else Hibernate Validator logs its version to standard error.
        System.setProperty("org.jboss.logging.provider", "slf4j");
        return new CommandLine(command)
                .setParameterExceptionHandler(Usage::explain)
                .setExecutionExceptionHandler(
                        (failure, line, words) -> explain(failure, line.getErr(), selfExplanatory));
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
        if (failure instanceof CommandException
                || failure instanceof InvalidSettingsException
                || selfExplanatory.stream().anyMatch(kind -> kind.isInstance(failure))) {
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
