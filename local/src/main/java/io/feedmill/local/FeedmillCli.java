package io.feedmill.local;

import io.feedmill.faults.FaultProxyException;
import io.feedmill.faults.script.ScriptException;
import io.feedmill.local.audit.AuditFailure;
import io.feedmill.local.client.FeedmillException;
import io.feedmill.local.connect.ConnectFailure;
import io.feedmill.local.graph.BadGraphException;
import io.feedmill.local.load.StepFailure;
import io.feedmill.local.partition.ListingFailure;
import io.feedmill.servers.PortTakenException;
import io.feedmill.servers.ServerStartException;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParseResult;

/** The command line behind the script {@code feedmill}. Exit codes: 0 as it should be, 1 not, 2 not understood. */
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
            FaultsCommand.class,
            ChaosCommand.class,
            DrillCommand.class
        })
public final class FeedmillCli {

    /** What the user can act on: its message is all there is to say. */
    private static final Set<Class<? extends RuntimeException>> SELF_EXPLANATORY = Set.of(
            FaultProxyException.class,
            ScriptException.class,
            PortTakenException.class,
            ServerStartException.class,
            BadGraphException.class,
            FeedmillException.class,
            StepFailure.class,
            AuditFailure.class,
            ConnectFailure.class,
            ListingFailure.class);

    private FeedmillCli() {}

    public static void main(String[] arguments) {
        Locale.setDefault(Locale.ROOT);
        System.exit(commands().execute(arguments));
    }

    static CommandLine commands() {
        return commandLine(new FeedmillCli());
    }

    /** A command of the launcher, wherever its class is: it fails in the same way. */
    public static CommandLine commandLine(Object command) {
        return new CommandLine(command)
                .setParameterExceptionHandler(Usage::explain)
                .setExecutionExceptionHandler(FeedmillCli::explain);
    }

    /** Anything that does not explain itself is a defect and gets its stack trace. */
    private static int explain(Exception failure, CommandLine command, ParseResult words) {
        PrintWriter err = command.getErr();
        if (isStopping()) {
            return 1;
        }
        if (SELF_EXPLANATORY.stream().anyMatch(kind -> kind.isInstance(failure))) {
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
