package io.feedmill.contracts;

import io.feedmill.testkit.contract.DeadLetterStoreContract;
import io.feedmill.testkit.server.SqsBackend;

/** The dead letters in ElasticMQ keep their contract. */
class ElasticMqDeadLettersIT extends DeadLetterStoreContract {
    ElasticMqDeadLettersIT() {
        super(SqsBackend.inElasticMq());
    }
}
