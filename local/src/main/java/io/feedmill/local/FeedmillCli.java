package io.feedmill.local;

import io.feedmill.faults.FaultProxyException;
import io.feedmill.faults.script.ScriptException;
import io.feedmill.local.audit.AuditFailure;
import io.feedmill.local.client.FeedmillException;
import io.feedmill.local.connect.ConnectFailure;
import io.feedmill.local.graph.BadGraphException;
import io.feedmill.local.load.StepFailure;
import io.feedmill.servers.PortTakenException;
import io.feedmill.servers.ServerStartException;
import java.io.PrintWriter;
import java.util.Locale;
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
            FaultsCommand.class,
            ChaosCommand.class,
            DrillCommand.class
        })
public final class FeedmillCli {

    private FeedmillCli() {}

    public static void main(String[] arguments) {
        Locale.setDefault(Locale.ROOT);
        System.exit(commands().execute(arguments));
    }

    static CommandLine commands() {
        return new CommandLine(new FeedmillCli())
                .setParameterExceptionHandler(Usage::explain)
                .setExecutionExceptionHandler(FeedmillCli::explain);
    }

    /** What the user can act on gets its sentence; anything else is a defect and gets its stack trace. */
    private static int explain(Exception failure, CommandLine command, ParseResult words) {
        PrintWriter err = command.getErr();
        if (isStopping()) {
            return 1;
        }
        switch (failure) {
            case FaultProxyException e -> err.println(e.getMessage());
            case ScriptException e -> err.println(e.getMessage());
            case PortTakenException e -> err.println(e.getMessage());
            case ServerStartException e -> err.println(e.getMessage());
            case BadGraphException e -> err.println(e.getMessage());
            case FeedmillException e -> err.println(e.getMessage());
            case StepFailure e -> err.println(e.getMessage());
            case AuditFailure e -> err.println(e.getMessage());
            case ConnectFailure e -> err.println(e.getMessage());
            default -> failure.printStackTrace(err);
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
