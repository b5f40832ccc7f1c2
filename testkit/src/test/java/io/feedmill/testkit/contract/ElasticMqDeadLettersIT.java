package io.feedmill.testkit.contract;

import io.feedmill.testkit.server.SqsBackend;

/** The dead letters in ElasticMQ keep their contract. */
class ElasticMqDeadLettersIT extends DeadLetterStoreContract {
    ElasticMqDeadLettersIT() {
        super(SqsBackend.inElasticMq());
    }
}
