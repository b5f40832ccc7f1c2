package io.feedmill.contracts;

import io.feedmill.testkit.contract.DeadLetterStoreContract;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Runs the dead-letter contract with ElasticMQ. The tests mostly wait for empty polls, and each has its own queues. */
@Execution(ExecutionMode.CONCURRENT)
@Tag("full")
class ElasticMqDeadLettersIT extends DeadLetterStoreContract {
    ElasticMqDeadLettersIT() {
        super(SqsBackend.inElasticMq());
    }
}
