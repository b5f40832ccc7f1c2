package io.feedmill.common.ledger;

import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.dynamo.PartitionQuery;
import io.feedmill.common.dynamo.RetentionSettings;
import io.feedmill.common.dynamo.Row;
import io.feedmill.common.dynamo.RowQuery.RowPage;
import io.feedmill.common.dynamo.Table;
import io.feedmill.common.dynamo.TableSettings;
import io.feedmill.common.key.QuarterHour;
import io.feedmill.common.key.ShardedKey;
import io.feedmill.common.ledger.LedgerStore.LedgerPage;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** The ledger in the table {@code ledger}. */
record DynamoLedgerStore(Dynamo dynamo, LedgerRows rows, Clock clock) implements LedgerStore {
    @Override
    public List<LedgerEntry> entries(QuarterHour quarter) {
        return rows.partitions(quarter).stream()
                .flatMap(shard -> dynamo.queryAll(PartitionQuery.of(LedgerRows.TABLE, shard.value())).rows().stream())
                .filter(this::lives)
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
        RowPage page = dynamo.query(
                PartitionQuery.of(LedgerRows.TABLE, partition.value()).after(after));
        List<LedgerEntry> entries =
                page.rows().stream().filter(this::lives).map(LedgerRows::entry).toList();
        return new LedgerPage(entries, page.next(), page.units());
    }

    private boolean lives(Row row) {
        return !row.expired(clock.instant());
    }

    /** No two rows have one key: the sort key's suffix is random. */
    @Override
    public void enter(LedgerEntry.OfDeadLetters entry) {
        dynamo.putIfAbsent(LedgerRows.TABLE, rows.row(entry));
    }

    /** The ledger and its rows. */
    @Configuration(proxyBeanMethods = false)
    @Import({DynamoLedgerStore.class, LedgerSteps.class})
    static class LedgerConfiguration {
        @Bean
        Table ledgerTable() {
            return LedgerRows.TABLE;
        }

        @Bean
        LedgerRows ledgerRows(TableSettings tables, RetentionSettings retention) {
            return new LedgerRows(tables.ledgerShards(), new SecureRandom(), retention.ledger());
        }
    }
}
