package io.feedmill.cli.partition;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.feedmill.cli.command.AccountTables;
import io.feedmill.cli.command.CommandException;
import io.feedmill.cli.command.StateFile;
import io.feedmill.cli.command.StopSignal;
import io.feedmill.cli.command.UnitBudget;
import io.feedmill.cli.command.Usage.CheckedCommand;
import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.partition.ItemStore;
import io.feedmill.common.partition.ItemStore.NewItem;
import io.feedmill.common.partition.MethodChoice;
import io.feedmill.common.partition.MethodChoice.ScanMethod;
import io.feedmill.common.partition.MethodChoice.UnfitMethodException;
import io.feedmill.common.partition.MethodChooser;
import io.feedmill.common.partition.PartitionLister;
import io.feedmill.common.partition.PartitionLister.ListingSink;
import io.feedmill.common.partition.PartitionListing;
import io.feedmill.common.partition.ScanStore;
import io.feedmill.common.partition.ScannedTable;
import io.feedmill.common.storage.StorageException;
import io.github.bucket4j.TimeMeter;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "partitions",
        mixinStandardHelpOptions = true,
        description = {
            "Lists the distinct partition keys of any table of the account, a line each; binary keys in base64.",
            "Reads the standard AWS settings. ./feedmill partitions --local [API_PORT] … reads an embedded stack.",
            "With --insert it puts an item into each partition, too.",
            "Exit code 0: all keys are listed. 1: the listing stopped early, and the last line says how to continue."
        })
public final class PartitionsCommand extends CheckedCommand {
    static final StateFile.Format<PartitionListing> FORMAT =
            new StateFile.Format<>(PartitionListing::encode, PartitionListing::decode, PartitionListing::table);

    @Parameters(paramLabel = "TABLE", description = "The full name of the table.")
    private String table = "";

    @Option(
            names = "--method",
            paramLabel = "auto|scan|skip|index",
            description = "How to read the table. auto chooses the cheapest method and prints why (${DEFAULT-VALUE}).")
    private Method method = Method.auto;

    @Option(
            names = "--index",
            paramLabel = "NAME",
            description =
                    "A secondary index with one item per partition, for the method index, or for auto to consider.")
    private @Nullable String index;

    @Option(
            names = "--segments",
            paramLabel = "N",
            description = "Number of parts of the table that are read in parallel (${DEFAULT-VALUE}).")
    private int segments = 4;

    @Option(
            names = "--max-units",
            paramLabel = "N",
            description = "Stop after this number of read units in total. Default: no limit.")
    private @Nullable Integer maxUnits;

    @Option(
            names = "--read-units",
            paramLabel = "N",
            description = "Maximum number of read units consumed per second (${DEFAULT-VALUE}).")
    private int readUnits = 500;

    @Option(
            names = "--state",
            paramLabel = "FILE",
            description = {
                "Keeps the state of an unfinished listing; the same command continues it. After a clean stop no key is",
                "listed twice; after a kill the keys of about the last second are."
            })
    private @Nullable Path state;

    @Option(
            names = "--from",
            paramLabel = "CURSOR",
            description = "Continue after the cursor that an earlier run printed; it includes method and segments.")
    private @Nullable String cursor;

    @Option(names = "--json", description = "Print keys in DynamoDB's JSON: {\"S\": \"…\"}.")
    private boolean json;

    @Mixin
    private InsertOptions insert = new InsertOptions();

    /** The values of {@code --method}, spelled as the user types them. */
    private enum Method {
        auto,
        scan,
        skip,
        index
    }

    @Override
    public Integer call() {
        check();
        Optional<NewItem> item = insert.item();
        StopSignal signal = StopSignal.listen();
        UnitBudget budget = new UnitBudget(readUnits, TimeMeter.SYSTEM_NANOTIME, signal);
        try (AccountTables account = AccountTables.open(PartitionListing.MAX_SEGMENTS, budget, signal)) {
            return list(account.dynamo(), item, signal);
        } catch (StorageException e) {
            String calls = item.isPresent() ? "read or written" : "read";
            throw new CommandException("DynamoDB cannot be %s: %s.".formatted(calls, CommandException.reason(e)), e);
        } catch (StopSignal.StoppedException e) {
            System.err.println("stopped");
            return 1;
        }
    }

    private void check() {
        int maxSegments = PartitionListing.MAX_SEGMENTS;
        require(table.matches("[A-Za-z0-9_.-]{3,255}"), "TABLE must be a valid table name.");
        require(segments >= 1 && segments <= maxSegments, "--segments must be 1 to %d.".formatted(maxSegments));
        require(maxUnits == null || maxUnits >= 1, "--max-units must be at least 1.");
        require(readUnits >= 1, "--read-units must be at least 1.");
        require(cursor == null || state == null, "--from and --state exclude each other.");
        require(method != Method.index || index != null, "--method index needs an --index.");
        insert.check(this);
    }

    private int list(Dynamo dynamo, Optional<NewItem> item, StopSignal signal) {
        ScanStore store = new ScanStore(dynamo);
        ScannedTable described =
                store.describe(table).orElseThrow(() -> new CommandException("Table %s not found.".formatted(table)));
        item.ifPresent(it -> InsertOptions.require(it, described));
        String work = insert.work(table, item);
        Optional<StateFile<PartitionListing>> file =
                Optional.ofNullable(state).map(path -> new StateFile<>(path, work, FORMAT));
        Optional<PartitionListing> earlier =
                cursor == null ? file.flatMap(StateFile::read) : Optional.of(position(cursor, work));
        PartitionListing from = earlier.map(this::resume).orElseGet(() -> begin(store, described, work));
        KeyPrinter printer = new KeyPrinter(System.out, json, file, System::nanoTime, from);
        UnitBudget writes = new UnitBudget(insert.writeUnits, TimeMeter.SYSTEM_NANOTIME, signal);
        Optional<ItemInserter> inserter = item.map(it -> new ItemInserter(
                insert.insertion(new ItemStore(dynamo), described, it, writes), printer, System::nanoTime));
        ListingSink sink = inserter.isPresent() ? inserter.get() : printer;
        double limit = maxUnits == null ? Double.MAX_VALUE : maxUnits;
        try {
            new PartitionLister(store).list(described, from, limit, sink);
            inserter.ifPresent(ItemInserter::flush);
        } finally {
            printer.save();
            inserter.ifPresent(it -> report(it, writes));
            report(printer.listing());
        }
        return printer.listing().finished() ? 0 : 1;
    }

    private void report(ItemInserter inserter, UnitBudget writes) {
        System.err.println(
                insert.dryRun
                        ? "the item is absent from %d partitions".formatted(inserter.inserted())
                        : "inserted into %d partitions, %.1f write units"
                                .formatted(inserter.inserted(), writes.consumed()));
    }

    private PartitionListing resume(PartitionListing earlier) {
        System.err.println("continuing with %s after %d partitions"
                .formatted(earlier.method().value(), earlier.found()));
        return earlier;
    }

    private PartitionListing begin(ScanStore store, ScannedTable described, String work) {
        MethodChoice choice = choose(store, described);
        System.err.println("method %s%s: %s"
                .formatted(
                        choice.method().value(), choice.index() == null ? "" : " " + choice.index(), choice.reason()));
        return PartitionListing.begin(work, choice, segments);
    }

    private MethodChoice choose(ScanStore store, ScannedTable described) {
        try {
            return method == Method.auto
                    ? new MethodChooser(store).choose(described, index)
                    : MethodChoice.asked(
                            described, ScanMethod.valueOf(method.name().toUpperCase(Locale.ROOT)), index);
        } catch (UnfitMethodException e) {
            throw new CommandException(String.valueOf(e.getMessage()), e);
        }
    }

    private void report(PartitionListing end) {
        String resume = state == null ? "continue with --from " + cursor(end) : "the same command continues";
        System.err.println("%d partitions, %.1f read units%s"
                .formatted(end.found(), end.units(), end.finished() ? "" : "; there may be more: " + resume));
    }

    /** Returns the position of a listing as one word that a user can copy. */
    static String cursor(PartitionListing listing) {
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(PartitionListing.encode(listing).getBytes(UTF_8));
    }

    /** The inverse of {@link #cursor}. Throws a {@link CommandException} if the cursor is invalid or belongs to other work. */
    static PartitionListing position(String cursor, String work) {
        try {
            PartitionListing listing =
                    PartitionListing.decode(new String(Base64.getUrlDecoder().decode(cursor), UTF_8));
            if (listing.table().equals(work)) {
                return listing;
            }
            throw new CommandException("The cursor belongs to another table (%s).".formatted(listing.table()));
        } catch (IllegalArgumentException e) {
            throw new CommandException("Invalid cursor: copy it from the output of an earlier run.", e);
        }
    }
}
