package io.feedmill.chaos;

import io.feedmill.faults.FaultProxy.FaultProxyException;
import io.feedmill.faults.script.ScriptReader.ScriptException;
import io.feedmill.stack.command.CommandLines;
import java.util.Locale;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The command line behind the script {@code feedmill} for chaos runs and drills. */
@Command(
        name = "feedmill",
        mixinStandardHelpOptions = true,
        description = "Fans a post out to its author's followers.",
        subcommands = {ChaosCommand.class, DrillCommand.class})
public final class ChaosCli {
    private static final Set<Class<? extends RuntimeException>> SELF_EXPLANATORY =
            Set.of(FaultProxyException.class, ScriptException.class);

    private ChaosCli() {}

    public static void main(String[] arguments) {
        Locale.setDefault(Locale.ROOT);
        System.exit(commands().execute(arguments));
    }

    static CommandLine commands() {
        return CommandLines.of(new ChaosCli(), SELF_EXPLANATORY);
    }
}
