package io.feedmill.cli.partition;

import io.feedmill.cli.command.CommandException;
import io.feedmill.cli.command.InputFile;
import io.feedmill.cli.command.UnitBudget;
import io.feedmill.cli.command.Usage.CheckedCommand;
import io.feedmill.common.CommonConfiguration;
import io.feedmill.common.dynamo.TableSchema;
import io.feedmill.common.partition.ItemStore;
import io.feedmill.common.partition.ItemStore.Insertion;
import io.feedmill.common.partition.ItemStore.NewItem;
import io.feedmill.common.partition.KeyValue;
import io.feedmill.common.partition.KeyValue.ScalarType;
import io.feedmill.common.partition.ScannedTable;
import io.feedmill.common.partition.ScannedTable.KeyAttribute;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of an insertion of an item into each collection. */
final class InsertOptions {

    @Option(
            names = "--insert",
            paramLabel = "FILE",
            description = {
                "Insert the item of FILE (DynamoDB's JSON, all attributes but the partition key) into each partition of your own",
                "table that does not have it, and print the keys of these partitions."
            })
    private @Nullable Path file;

    @Option(names = "--dry-run", description = "Print the keys that --insert would print, and write nothing.")
    boolean dryRun;

    @Option(
            names = "--write-units",
            paramLabel = "N",
            description = "Maximum number of write units that --insert consumes per second (${DEFAULT-VALUE}).")
    int writeUnits = 500;

    void check(CheckedCommand command) {
        command.require(file != null || !dryRun, "--dry-run needs an --insert.");
        command.require(writeUnits >= 1, "--write-units must be at least 1.");
    }

    /** Reads the item; empty if the command only lists. Throws a {@link CommandException} for an invalid one. */
    Optional<NewItem> item() {
        if (file == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(NewItem.parse(new InputFile(file).text()));
        } catch (IllegalArgumentException e) {
            throw new CommandException("%s has no item in DynamoDB's JSON: %s.".formatted(file, e.getMessage()), e);
        }
    }

    /** Throws a {@link CommandException} if the table is Feedmill's, or the item does not fit into all of its collections. */
    static void require(NewItem item, ScannedTable table) {
        if (isFeedmills(table)) {
            throw new CommandException(
                    "%s is one of Feedmill's tables: --insert writes to your own only.".formatted(table.name()));
        }
        try {
            item.require(table);
        } catch (IllegalArgumentException e) {
            throw new CommandException(Objects.requireNonNull(e.getMessage()), e);
        }
    }

    /** Goes by name and key: any Feedmill of the account has its own prefix. */
    private static boolean isFeedmills(ScannedTable table) {
        return table.partitionKey().equals(new KeyAttribute(TableSchema.PK, ScalarType.S))
                && CommonConfiguration.tables().stream()
                        .anyMatch(own -> table.name().endsWith(own.suffix()));
    }

    /** Returns what inserts the item into a collection, within the budget, and returns false if it was there. A dry run writes nothing. */
    Predicate<KeyValue> insertion(ItemStore items, ScannedTable table, NewItem item, UnitBudget budget) {
        return partition -> {
            if (dryRun) {
                return items.lacks(table, item, partition);
            }
            budget.beforeRead();
            Insertion insertion = items.insert(table, item, partition);
            budget.consumed(insertion.units());
            return insertion.inserted();
        };
    }

    /** Returns the name of the work, which a state must belong to: no table has a # in its name. */
    String work(String table, Optional<NewItem> item) {
        return item.map(it -> table + (dryRun ? "#dry-run-" : "#") + it.digest())
                .orElse(table);
    }
}
