package io.feedmill.cli;

import io.feedmill.cli.audit.AuditCommand;
import io.feedmill.cli.call.CallCommands;
import io.feedmill.cli.command.Usage;
import io.feedmill.cli.deadletter.DeadLettersCommand;
import io.feedmill.cli.estimate.EstimateCommand;
import io.feedmill.cli.partition.PartitionsCommand;
import io.feedmill.cli.schema.SchemaCommand;
import io.feedmill.cli.token.TokenCommand;
import io.feedmill.client.ProblemException;
import java.util.Locale;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The commands of operators and users. Those of a laptop are in tools, which never ship. */
@Command(
        name = "feedmill",
        mixinStandardHelpOptions = true,
        description = "Fans a post out to its author's followers.",
        subcommands = {
            TokenCommand.class,
            DeadLettersCommand.class,
            AuditCommand.class,
            PartitionsCommand.class,
            SchemaCommand.class,
            EstimateCommand.class
        })
public final class FeedmillCli extends CallCommands {

    private FeedmillCli() {}

    public static void main(String[] arguments) {
        Locale.setDefault(Locale.ROOT);
        System.exit(commands().execute(arguments));
    }

    public static CommandLine commands() {
        return Usage.line(new FeedmillCli(), Set.of(ProblemException.class));
    }
}
