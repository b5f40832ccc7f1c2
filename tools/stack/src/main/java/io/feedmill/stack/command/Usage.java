package io.feedmill.stack.command;

import java.net.URI;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Checks of a command line. */
public final class Usage {

    private static final int HIGHEST_PORT = 65_535;

    private Usage() {}

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

    /** Whether the URL is a server's, as http://127.0.0.1:8080 is. */
    public static boolean isHttp(URI url) {
        return url.getHost() != null
                && url.getScheme() != null
                && url.getScheme().matches("https?");
    }

    /** Prints the mistake in one line; the whole help would hide it. */
    static int explain(ParameterException mistake, String[] words) {
        CommandLine command = mistake.getCommandLine();
        command.getErr()
                .printf(
                        "%s (%s --help names all options.)%n",
                        mistake.getMessage(), command.getCommandSpec().qualifiedName());
        return command.getCommandSpec().exitCodeOnInvalidInput();
    }
}
