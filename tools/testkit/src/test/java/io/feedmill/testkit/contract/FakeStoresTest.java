package io.feedmill.testkit.contract;

import org.junit.jupiter.api.Nested;

/** Runs every store's contract with the fakes. */
class FakeStoresTest {
    private static final Backend BACKEND = new FakeBackend();

    @Nested
    class Follows extends FollowStoreContract {
        Follows() {
            super(BACKEND);
        }
    }

    @Nested
    class FollowChanges extends FollowChangeContract {
        FollowChanges() {
            super(BACKEND);
        }
    }

    @Nested
    class FollowRequests extends FollowRequestContract {
        FollowRequests() {
            super(BACKEND);
        }
    }

    @Nested
    class Readers extends ReaderStoreContract {
        Readers() {
            super(BACKEND);
        }
    }

    @Nested
    class Rebuilds extends RebuildStoreContract {
        Rebuilds() {
            super(BACKEND);
        }
    }

    @Nested
    class Feeds extends FeedStoreContract {
        Feeds() {
            super(BACKEND);
        }
    }

    @Nested
    class FeedBulkReads extends FeedBulkReadsContract {
        FeedBulkReads() {
            super(BACKEND);
        }
    }

    @Nested
    class Posts extends PostStoreContract {
        Posts() {
            super(BACKEND);
        }
    }

    @Nested
    class Jobs extends JobStoreContract {
        Jobs() {
            super(BACKEND);
        }
    }

    @Nested
    class Outbox extends OutboxStoreContract {
        Outbox() {
            super(BACKEND);
        }
    }

    @Nested
    class Announcements extends AnnouncementStoreContract {
        Announcements() {
            super(BACKEND);
        }
    }

    @Nested
    class Counters extends CounterStoreContract {
        Counters() {
            super(BACKEND);
        }
    }

    @Nested
    class Places extends PlaceStoreContract {
        Places() {
            super(BACKEND);
        }
    }

    @Nested
    class Documents extends DocumentStoreContract {
        Documents() {
            super(BACKEND);
        }
    }

    @Nested
    class Changes extends ChangeStoreContract {
        Changes() {
            super(BACKEND);
        }
    }

    @Nested
    class Edits extends EditContract {
        Edits() {
            super(BACKEND);
        }
    }

    @Nested
    class Retractions extends RetractionContract {
        Retractions() {
            super(BACKEND);
        }
    }

    @Nested
    class Ledger extends LedgerStoreContract {
        Ledger() {
            super(BACKEND);
        }
    }

    @Nested
    class Rooms extends RoomStoreContract {
        Rooms() {
            super(BACKEND);
        }
    }

    @Nested
    class Views extends ViewStoreContract {
        Views() {
            super(BACKEND);
        }
    }

    @Nested
    class Devices extends DeviceStoreContract {
        Devices() {
            super(BACKEND);
        }
    }

    @Nested
    class Reactions extends ReactionStoreContract {
        Reactions() {
            super(BACKEND);
        }
    }

    @Nested
    class Reports extends ReportStoreContract {
        Reports() {
            super(BACKEND);
        }
    }

    @Nested
    class Rights extends RightsStoreContract {
        Rights() {
            super(BACKEND);
        }
    }

    @Nested
    class DeadLetters extends DeadLetterStoreContract {
        DeadLetters() {
            super(new FakeDeadLetterBackend());
        }
    }
}
