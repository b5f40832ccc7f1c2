package io.feedmill.cli;

import io.feedmill.cli.audit.AuditFailure;
import io.feedmill.cli.connect.ConnectFailure;
import io.feedmill.cli.partition.ListingFailure;
import io.feedmill.faults.FaultProxy.FaultProxyException;
import io.feedmill.faults.script.ScriptReader.ScriptException;
import io.feedmill.stack.command.CommandLines;
import java.util.Locale;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The command line behind the script {@code feedmill}, but for what other modules have: api and worker, chaos runs and drills. */
@Command(
        name = "feedmill",
        mixinStandardHelpOptions = true,
        description = "Fans a post out to its author's followers.",
        subcommands = {
            DemoCommand.class,
            LocalCommand.class,
            DeadLettersCommand.class,
            AuditCommand.class,
            PartitionsCommand.class,
            FaultsCommand.class
        })
public final class FeedmillCli {

    /** What the user can act on: its message is all there is to say. */
    private static final Set<Class<? extends RuntimeException>> SELF_EXPLANATORY = Set.of(
            FaultProxyException.class,
            ScriptException.class,
            AuditFailure.class,
            ConnectFailure.class,
            ListingFailure.class);

    private FeedmillCli() {}

    public static void main(String[] arguments) {
        Locale.setDefault(Locale.ROOT);
        System.exit(commands().execute(arguments));
    }

    static CommandLine commands() {
        return CommandLines.of(new FeedmillCli(), SELF_EXPLANATORY);
    }
}
