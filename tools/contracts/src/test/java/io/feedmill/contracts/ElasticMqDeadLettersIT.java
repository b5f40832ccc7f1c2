package io.feedmill.contracts;

import io.feedmill.testkit.server.AwsProperties;
import io.feedmill.testkit.server.SharedEmulators;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import software.amazon.awssdk.services.sqs.SqsClient;

/** Runs the dead-letter contract with ElasticMQ. The tests mostly wait for empty polls, and each has its own queues. */
@Execution(ExecutionMode.CONCURRENT)
@Tag("full")
class ElasticMqDeadLettersIT extends SqsDeadLetterContract {
    ElasticMqDeadLettersIT() {
        super(ElasticMq.CLIENT);
    }

    private static final class ElasticMq {
        private static final SqsClient CLIENT =
                AwsProperties.sqs(SharedEmulators.get().queues().endpoint());
    }
}
