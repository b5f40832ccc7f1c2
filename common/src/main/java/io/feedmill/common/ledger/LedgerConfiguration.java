package io.feedmill.common.ledger;

import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.dynamo.TableSettings;
import java.security.SecureRandom;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The ledger and its rows. */
@Configuration(proxyBeanMethods = false)
class LedgerConfiguration {

    @Bean
    LedgerRows ledgerRows(TableSettings tables) {
        return new LedgerRows(tables.ledgerShards(), new SecureRandom());
    }

    @Bean
    LedgerStore ledgerStore(Dynamo dynamo, LedgerRows rows) {
        return new DynamoLedgerStore(dynamo, rows);
    }
}
