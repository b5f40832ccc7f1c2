package io.feedmill.contracts;

import io.feedmill.testkit.contract.Backend;
import io.feedmill.testkit.contract.ChangeStoreContract;
import io.feedmill.testkit.contract.DeadLetterStoreContract;
import io.feedmill.testkit.contract.FeedStoreContract;
import io.feedmill.testkit.contract.JobStoreContract;
import io.feedmill.testkit.contract.ScanBackend;
import io.feedmill.testkit.contract.ScanStoreContract;
import io.feedmill.testkit.server.DynamoBackend;
import io.feedmill.testkit.server.DynamoScanBackend;
import io.feedmill.testkit.server.NeedsDocker;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/** Each kind of call to LocalStack, which passes them on to DynamoDB Local: the contracts of all stores run there. */
@NeedsDocker
@Tag("full")
class LocalStackStoresIT {

    @Nested
    class Feeds extends FeedStoreContract {
        Feeds() {
            super(Tables.BACKEND);
        }
    }

    @Nested
    class Jobs extends JobStoreContract {
        Jobs() {
            super(Tables.BACKEND);
        }
    }

    @Nested
    class Changes extends ChangeStoreContract {
        Changes() {
            super(Tables.BACKEND);
        }
    }

    @Nested
    class DeadLetters extends DeadLetterStoreContract {
        DeadLetters() {
            super(SqsBackend.inLocalStack());
        }
    }

    @Nested
    class Partitions extends ScanStoreContract {
        Partitions() {
            super(Tables.SCANNED);
        }
    }

    private static final class Tables {
        private static final Backend BACKEND = DynamoBackend.inLocalStack();
        private static final ScanBackend SCANNED = DynamoScanBackend.inLocalStack();
    }
}
