package io.feedmill.local;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** What a command line must keep to. */
final class Usage {

    private Usage() {}

    /** Refuses the command line, with the sentence, unless the condition holds. */
    static void require(@Nullable CommandSpec command, boolean condition, String sentence) {
        if (!condition && command != null) {
            throw new ParameterException(command.commandLine(), sentence);
        }
    }

    /** Says what is wrong in one line; the whole help would hide it. */
    static int explain(ParameterException mistake, String[] words) {
        CommandLine command = mistake.getCommandLine();
        command.getErr()
                .printf(
                        "%s (%s --help names all options.)%n",
                        mistake.getMessage(), command.getCommandSpec().qualifiedName());
        return command.getCommandSpec().exitCodeOnInvalidInput();
    }
}
