package io.feedmill.cli;

import io.feedmill.cli.audit.AuditCommand;
import io.feedmill.cli.command.CommandException;
import io.feedmill.cli.deadletter.DeadLettersCommand;
import io.feedmill.cli.demo.DemoCommand;
import io.feedmill.cli.demo.LocalCommand;
import io.feedmill.cli.partition.PartitionsCommand;
import io.feedmill.cli.token.TokenCommand;
import io.feedmill.faults.FaultProxy.FaultProxyException;
import io.feedmill.faults.script.ScriptReader.ScriptException;
import io.feedmill.stack.console.Usage;
import java.util.Locale;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The commands of the script {@code feedmill}, except those of other modules: api, worker, chaos and bench. */
@Command(
        name = "feedmill",
        mixinStandardHelpOptions = true,
        description = "Fans a post out to its author's followers.",
        subcommands = {
            DemoCommand.class,
            LocalCommand.class,
            TokenCommand.class,
            DeadLettersCommand.class,
            AuditCommand.class,
            PartitionsCommand.class,
            FaultsCommand.class
        })
public final class FeedmillCli {

    /** Failures for which the message is enough for the user. */
    private static final Set<Class<? extends RuntimeException>> SELF_EXPLANATORY =
            Set.of(FaultProxyException.class, ScriptException.class, CommandException.class);

    private FeedmillCli() {}

    public static void main(String[] arguments) {
        Locale.setDefault(Locale.ROOT);
        System.exit(commands().execute(arguments));
    }

    static CommandLine commands() {
        return Usage.line(new FeedmillCli(), SELF_EXPLANATORY);
    }
}
