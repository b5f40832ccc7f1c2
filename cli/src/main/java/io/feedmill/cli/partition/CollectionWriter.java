package io.feedmill.cli.partition;

import io.feedmill.cli.command.UnitBudget;
import io.feedmill.common.partition.ItemStore;
import io.feedmill.common.partition.ItemStore.Insertion;
import io.feedmill.common.partition.KeyValue;
import io.feedmill.common.partition.NewItem;
import io.feedmill.common.partition.ScannedTable;
import java.util.function.Predicate;

/** Puts an item into collections of a table that do not have it, within a budget of write units. Thread-safe. */
record CollectionWriter(ItemStore items, ScannedTable table, NewItem item, UnitBudget budget) {

    /** Returns what happens to a collection: false if it has the item. A dry run writes nothing. */
    Predicate<KeyValue> insertion(boolean dryRun) {
        return dryRun ? partition -> items.lacks(table, item, partition) : this::insert;
    }

    private boolean insert(KeyValue partition) {
        budget.beforeRead();
        Insertion insertion = items.insert(table, item, partition);
        budget.consumed(insertion.units());
        return insertion.inserted();
    }
}
