package io.feedmill.laptop;

import io.feedmill.faults.FaultProxy.FaultProxyException;
import io.feedmill.faults.script.ScriptReader.ScriptException;
import io.feedmill.stack.console.Commands;
import java.util.Locale;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The commands that run Feedmill, or a part of it, on a laptop. They never ship. */
@Command(
        name = "feedmill",
        mixinStandardHelpOptions = true,
        description = "Fans a post out to its author's followers.",
        subcommands = {DemoCommand.class, LocalCommand.class, FaultsCommand.class, CheckCommand.class})
public final class LaptopCli {

    private LaptopCli() {}

    public static void main(String[] arguments) {
        Locale.setDefault(Locale.ROOT);
        System.exit(commands().execute(arguments));
    }

    static CommandLine commands() {
        return Commands.line(new LaptopCli(), Set.of(FaultProxyException.class, ScriptException.class));
    }
}
