package io.feedmill.cli;

import io.feedmill.cli.audit.AuditStopped;
import io.feedmill.cli.audit.ReadBudget;
import io.feedmill.cli.connect.AccountTables;
import io.feedmill.cli.partition.KeyPrinter;
import io.feedmill.cli.partition.ListingFailure;
import io.feedmill.common.scan.MethodChoice;
import io.feedmill.common.scan.MethodChooser;
import io.feedmill.common.scan.PartitionLister;
import io.feedmill.common.scan.PartitionListing;
import io.feedmill.common.scan.ScanMethod;
import io.feedmill.common.scan.ScanStore;
import io.feedmill.common.scan.ScannedTable;
import io.feedmill.common.scan.UnfitMethodException;
import io.feedmill.common.storage.StorageException;
import io.feedmill.stack.command.Usage;
import io.feedmill.stack.console.Screen;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
        name = "partitions",
        mixinStandardHelpOptions = true,
        description = {
            "Lists the distinct partition keys of any table of the account, a line each; bytes in base64.",
            "Reads the standard AWS settings. As ./feedmill partitions --local [API_PORT] … it looks at an embedded stack.",
            "Exit code 0: all are listed. 1: it stopped before, and says how to go on."
        })
final class PartitionsCommand implements Callable<Integer> {

    @Spec
    private @Nullable CommandSpec spec;

    @Mixin
    private PartitionsArguments arguments = new PartitionsArguments();

    @Option(
            names = "--read-units",
            paramLabel = "N",
            description = "Consume so many read units a second, at most (${DEFAULT-VALUE}).")
    private int readUnits = 500;

    @Option(names = "--json", description = "Print keys as DynamoDB writes them: {\"S\": \"…\"}.")
    private boolean json;

    private final Screen screen = Screen.plain(System.err);

    @Override
    public Integer call() {
        Usage.require(spec, readUnits >= 1, "--read-units must be at least 1.");
        arguments.check();
        Patience patience = new Patience(StopSignal.listen());
        ReadBudget budget = new ReadBudget(readUnits, System::nanoTime, patience);
        try (AccountTables account = AccountTables.open(PartitionListing.MAX_SEGMENTS, budget, patience)) {
            return list(account.scans());
        } catch (StorageException e) {
            throw new ListingFailure("DynamoDB cannot be read: %s.".formatted(e.reason()));
        } catch (AuditStopped e) {
            screen.say("stopped");
            return 1;
        }
    }

    private int list(ScanStore store) {
        ScannedTable table = store.describe(arguments.table())
                .orElseThrow(() -> new ListingFailure("There is no table %s.".formatted(arguments.table())));
        PartitionListing from = arguments.earlier().map(this::goOn).orElseGet(() -> begin(store, table));
        KeyPrinter printer = new KeyPrinter(System.out, json, arguments.file(), System::nanoTime, from);
        try {
            new PartitionLister(store).list(table, from, arguments.maxUnits(), printer);
        } finally {
            printer.keep();
            report(printer.listing());
        }
        return printer.listing().finished() ? 0 : 1;
    }

    private PartitionListing goOn(PartitionListing earlier) {
        screen.say("going on with %s behind %d partitions".formatted(name(earlier.method()), earlier.found()));
        return earlier;
    }

    private PartitionListing begin(ScanStore store, ScannedTable table) {
        MethodChoice choice = choose(store, table);
        screen.say("method %s%s: %s"
                .formatted(name(choice.method()), choice.index() == null ? "" : " " + choice.index(), choice.reason()));
        return PartitionListing.begin(table.name(), choice, arguments.segments());
    }

    private static String name(ScanMethod method) {
        return method.name().toLowerCase(Locale.ROOT);
    }

    private MethodChoice choose(ScanStore store, ScannedTable table) {
        try {
            return arguments
                    .method()
                    .map(method -> MethodChoice.asked(table, method, arguments.index()))
                    .orElseGet(() -> new MethodChooser(store).choose(table, arguments.index()));
        } catch (UnfitMethodException e) {
            throw new ListingFailure(e.sentence());
        }
    }

    private void report(PartitionListing end) {
        screen.say("%d partitions, %.1f read units%s"
                .formatted(
                        end.found(),
                        end.units(),
                        end.finished() ? "" : "; there may be more: " + arguments.wayOn(end)));
    }
}
