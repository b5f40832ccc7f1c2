package io.feedmill.contracts;

import io.feedmill.testkit.contract.Contract.Nest;
import io.feedmill.testkit.contract.FeedStoreContract;
import io.feedmill.testkit.contract.ScanStoreContract;
import io.feedmill.testkit.server.AwsProperties;
import io.feedmill.testkit.server.DynamoBackend;
import io.feedmill.testkit.server.NeedsDocker;
import io.feedmill.testkit.server.SharedLocalStack;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import software.amazon.awssdk.services.sqs.SqsClient;

/** Calls to LocalStack, which passes those to tables on to DynamoDB Local: the contracts of all stores run there, and the fan-out on LocalStack. */
@NeedsDocker
@Tag("full")
class LocalStackStoresIT implements Nest {

    @Override
    public DynamoBackend backend() {
        return Tables.BACKEND;
    }

    @Nested
    class Feeds extends FeedStoreContract {}

    @Nested
    class DeadLetters extends SqsDeadLetterContract {
        DeadLetters() {
            super(Queues.CLIENT);
        }
    }

    @Nested
    class Partitions extends ScanStoreContract {}

    private static final class Tables {
        private static final DynamoBackend BACKEND = DynamoBackend.inLocalStack();
    }

    private static final class Queues {
        private static final SqsClient CLIENT = AwsProperties.sqs(SharedLocalStack.endpoint());
    }
}
