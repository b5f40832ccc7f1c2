package io.feedmill.common.ledger;

import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.dynamo.PartitionQuery;
import io.feedmill.common.dynamo.Row;
import io.feedmill.common.dynamo.RowQuery.RowPage;
import io.feedmill.common.dynamo.Table;
import io.feedmill.common.dynamo.TableSettings;
import io.feedmill.common.key.QuarterHour;
import io.feedmill.common.key.ShardedKey;
import io.feedmill.common.ledger.LedgerStore.LedgerPage;
import java.security.SecureRandom;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The ledger in the table {@code ledger}. */
final class DynamoLedgerStore implements LedgerStore {
    private final Dynamo dynamo;
    private final LedgerRows rows;

    DynamoLedgerStore(Dynamo dynamo, LedgerRows rows) {
        this.dynamo = dynamo;
        this.rows = rows;
    }

    @Override
    public List<LedgerEntry> entries(QuarterHour quarter) {
        return rows.partitions(quarter).stream()
                .flatMap(shard -> dynamo.queryAll(PartitionQuery.of(Table.LEDGER, shard.value())).rows().stream())
                .sorted(Comparator.comparing(Row::sk))
                .map(LedgerRows::entry)
                .toList();
    }

    @Override
    public List<ShardedKey> partitions(QuarterHour quarter) {
        return rows.partitions(quarter);
    }

    @Override
    public LedgerPage page(ShardedKey partition, @Nullable String after) {
        RowPage page =
                dynamo.query(PartitionQuery.of(Table.LEDGER, partition.value()).after(after));
        return new LedgerPage(page.rows().stream().map(LedgerRows::entry).toList(), page.next(), page.units());
    }

    /** No two rows have one key: the sort key's suffix is random. */
    @Override
    public void enter(LedgerEntry.OfDeadLetters entry) {
        dynamo.putIfAbsent(Table.LEDGER, rows.row(entry));
    }

    /** The ledger and its rows. */
    @Configuration(proxyBeanMethods = false)
    static class LedgerConfiguration {

        @Bean
        LedgerRows ledgerRows(TableSettings tables) {
            return new LedgerRows(tables.ledgerShards(), new SecureRandom());
        }

        @Bean
        LedgerStore ledgerStore(Dynamo dynamo, LedgerRows rows) {
            return new DynamoLedgerStore(dynamo, rows);
        }
    }
}
