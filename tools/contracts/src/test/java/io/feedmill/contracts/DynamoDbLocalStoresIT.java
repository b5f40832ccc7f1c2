package io.feedmill.contracts;

import io.feedmill.testkit.contract.AnnouncementStoreContract;
import io.feedmill.testkit.contract.Backend;
import io.feedmill.testkit.contract.ChangeStoreContract;
import io.feedmill.testkit.contract.CounterStoreContract;
import io.feedmill.testkit.contract.DeviceStoreContract;
import io.feedmill.testkit.contract.DocumentStoreContract;
import io.feedmill.testkit.contract.EditContract;
import io.feedmill.testkit.contract.FeedBulkReadsContract;
import io.feedmill.testkit.contract.FeedStoreContract;
import io.feedmill.testkit.contract.FollowChangeContract;
import io.feedmill.testkit.contract.FollowRequestContract;
import io.feedmill.testkit.contract.FollowStoreContract;
import io.feedmill.testkit.contract.JobStoreContract;
import io.feedmill.testkit.contract.LedgerStoreContract;
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
import io.feedmill.testkit.server.DynamoBackend;
import io.feedmill.testkit.server.DynamoScanBackend;
import org.junit.jupiter.api.Nested;

/** The stores in DynamoDB Local keep their contracts. */
class DynamoDbLocalStoresIT {

    @Nested
    class Follows extends FollowStoreContract {
        Follows() {
            super(Tables.BACKEND);
        }
    }

    @Nested
    class FollowChanges extends FollowChangeContract {
        FollowChanges() {
            super(Tables.BACKEND);
        }
    }

    @Nested
    class FollowRequests extends FollowRequestContract {
        FollowRequests() {
            super(Tables.BACKEND);
        }
    }

    @Nested
    class Readers extends ReaderStoreContract {
        Readers() {
            super(Tables.BACKEND);
        }
    }

    @Nested
    class Rebuilds extends RebuildStoreContract {
        Rebuilds() {
            super(Tables.BACKEND);
        }
    }

    @Nested
    class Feeds extends FeedStoreContract {
        Feeds() {
            super(Tables.BACKEND);
        }
    }

    @Nested
    class FeedBulkReads extends FeedBulkReadsContract {
        FeedBulkReads() {
            super(Tables.BACKEND);
        }
    }

    @Nested
    class Posts extends PostStoreContract {
        Posts() {
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
    class Outbox extends OutboxStoreContract {
        Outbox() {
            super(Tables.BACKEND);
        }
    }

    @Nested
    class Announcements extends AnnouncementStoreContract {
        Announcements() {
            super(Tables.BACKEND);
        }
    }

    @Nested
    class Counters extends CounterStoreContract {
        Counters() {
            super(Tables.BACKEND);
        }
    }

    @Nested
    class Places extends PlaceStoreContract {
        Places() {
            super(Tables.BACKEND);
        }
    }

    @Nested
    class Documents extends DocumentStoreContract {
        Documents() {
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
    class Edits extends EditContract {
        Edits() {
            super(Tables.BACKEND);
        }
    }

    @Nested
    class Retractions extends RetractionContract {
        Retractions() {
            super(Tables.BACKEND);
        }
    }

    @Nested
    class Ledger extends LedgerStoreContract {
        Ledger() {
            super(Tables.BACKEND);
        }
    }

    @Nested
    class Rooms extends RoomStoreContract {
        Rooms() {
            super(Tables.BACKEND);
        }
    }

    @Nested
    class Views extends ViewStoreContract {
        Views() {
            super(Tables.BACKEND);
        }
    }

    @Nested
    class Devices extends DeviceStoreContract {
        Devices() {
            super(Tables.BACKEND);
        }
    }

    @Nested
    class Reactions extends ReactionStoreContract {
        Reactions() {
            super(Tables.BACKEND);
        }
    }

    @Nested
    class Reports extends ReportStoreContract {
        Reports() {
            super(Tables.BACKEND);
        }
    }

    @Nested
    class Rights extends RightsStoreContract {
        Rights() {
            super(Tables.BACKEND);
        }
    }

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
