package io.feedmill.testkit.contract;

import io.feedmill.testkit.contract.Contract.Nest;
import org.junit.jupiter.api.Nested;

/** The contracts of all stores in DynamoDB. A subclass runs them with its backends. */
public abstract class StoreContracts implements Nest {

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
    class Notes extends NoteStoreContract {}

    @Nested
    class Counters extends CounterStoreContract {}

    @Nested
    class Places extends PlaceStoreContract {}

    @Nested
    class Documents extends DocumentStoreContract {}

    @Nested
    class Edits extends EditContract {}

    @Nested
    class Retractions extends RetractionContract {}

    @Nested
    class Ledger extends LedgerStoreContract {}

    @Nested
    class Notifications extends NotificationStoreContract {}

    @Nested
    class Rooms extends RoomStoreContract {}

    @Nested
    class Views extends ViewStoreContract {}

    @Nested
    class Devices extends DeviceStoreContract {}

    @Nested
    class Reports extends ReportStoreContract {}

    @Nested
    class OnRead extends OnReadStoreContract {}

    @Nested
    class Dormancies extends DormancyStoreContract {}

    @Nested
    class Rights extends RightsStoreContract {}

    @Nested
    class Partitions extends ScanStoreContract {}
}
