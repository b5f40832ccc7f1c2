package io.feedmill.contracts;

import io.feedmill.testkit.contract.Backend;
import io.feedmill.testkit.contract.ChangeStoreContract;
import io.feedmill.testkit.contract.Contract.Nest;
import io.feedmill.testkit.contract.CounterStoreContract;
import io.feedmill.testkit.contract.DeviceStoreContract;
import io.feedmill.testkit.contract.DocumentStoreContract;
import io.feedmill.testkit.contract.DormancyStoreContract;
import io.feedmill.testkit.contract.EditContract;
import io.feedmill.testkit.contract.FeedBulkReadsContract;
import io.feedmill.testkit.contract.FeedStoreContract;
import io.feedmill.testkit.contract.FollowChangeContract;
import io.feedmill.testkit.contract.FollowRequestContract;
import io.feedmill.testkit.contract.FollowStoreContract;
import io.feedmill.testkit.contract.JobStoreContract;
import io.feedmill.testkit.contract.LedgerStoreContract;
import io.feedmill.testkit.contract.OnReadStoreContract;
import io.feedmill.testkit.contract.OutboxStoreContract;
import io.feedmill.testkit.contract.PlaceStoreContract;
import io.feedmill.testkit.contract.PostStoreContract;
import io.feedmill.testkit.contract.ReactionStoreContract;
import io.feedmill.testkit.contract.ReaderStoreContract;
import io.feedmill.testkit.contract.RebuildStoreContract;
import io.feedmill.testkit.contract.ReportStoreContract;
import io.feedmill.testkit.contract.RetractionContract;
import io.feedmill.testkit.contract.RightsStoreContract;
import io.feedmill.testkit.contract.RoomStoreContract;
import io.feedmill.testkit.contract.ScanBackend;
import io.feedmill.testkit.contract.ScanStoreContract;
import io.feedmill.testkit.contract.ViewStoreContract;
import io.feedmill.testkit.contract.WorkerStoreContract;
import io.feedmill.testkit.server.DynamoBackend;
import io.feedmill.testkit.server.DynamoScanBackend;
import org.junit.jupiter.api.Nested;

/** The stores in DynamoDB Local keep their contracts. */
class DynamoDbLocalStoresIT implements Nest {

    @Override
    public Backend backend() {
        return Tables.BACKEND;
    }

    @Nested
    class Follows extends FollowStoreContract {}

    @Nested
    class FollowChanges extends FollowChangeContract {}

    @Nested
    class FollowRequests extends FollowRequestContract {}

    @Nested
    class Readers extends ReaderStoreContract {}

    @Nested
    class Rebuilds extends RebuildStoreContract {}

    @Nested
    class Feeds extends FeedStoreContract {}

    @Nested
    class FeedBulkReads extends FeedBulkReadsContract {}

    @Nested
    class Posts extends PostStoreContract {}

    @Nested
    class Jobs extends JobStoreContract {}

    @Nested
    class Outbox extends OutboxStoreContract {}

    @Nested
    class Workers extends WorkerStoreContract {}

    @Nested
    class Counters extends CounterStoreContract {}

    @Nested
    class Places extends PlaceStoreContract {}

    @Nested
    class Documents extends DocumentStoreContract {}

    @Nested
    class Changes extends ChangeStoreContract {}

    @Nested
    class Edits extends EditContract {}

    @Nested
    class Retractions extends RetractionContract {}

    @Nested
    class Ledger extends LedgerStoreContract {}

    @Nested
    class Rooms extends RoomStoreContract {}

    @Nested
    class Views extends ViewStoreContract {}

    @Nested
    class Devices extends DeviceStoreContract {}

    @Nested
    class Reactions extends ReactionStoreContract {}

    @Nested
    class Reports extends ReportStoreContract {}

    @Nested
    class OnRead extends OnReadStoreContract {}

    @Nested
    class Dormancies extends DormancyStoreContract {}

    @Nested
    class Rights extends RightsStoreContract {}

    @Nested
    class Partitions extends ScanStoreContract {
        Partitions() {
            super(Tables.SCANNED);
        }
    }

    private static final class Tables {
        private static final Backend BACKEND = DynamoBackend.inDynamoDbLocal();
        private static final ScanBackend SCANNED = DynamoScanBackend.inDynamoDbLocal();
    }
}
