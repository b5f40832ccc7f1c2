package io.feedmill.testkit;

import io.feedmill.common.key.QuarterHour;
import io.feedmill.common.report.Report.Window;
import io.feedmill.common.report.ReportStores.CheckpointStore;
import io.feedmill.common.report.ReportStores.CheckpointStore.Checkpoint;

final class FakeCheckpointStore implements CheckpointStore {
    private final FakeTables tables;

    FakeCheckpointStore(FakeTables tables) {
        this.tables = tables;
    }

    @Override
    public Checkpoint read() {
        synchronized (tables) {
            return tables.reports.checkpoint;
        }
    }

    @Override
    public Checkpoint begin(QuarterHour from) {
        synchronized (tables) {
            Checkpoint old = read();
            return old.next() == null ? set(new Checkpoint(from, old.requested(), from)) : old;
        }
    }

    @Override
    public Checkpoint request() {
        synchronized (tables) {
            return set(new Checkpoint(read().next(), true, read().exported()));
        }
    }

    @Override
    public void exported(Window report) {
        synchronized (tables) {
            if (report.from().equals(read().exported())) {
                set(new Checkpoint(read().next(), read().requested(), report.to()));
            }
        }
    }

    private Checkpoint set(Checkpoint checkpoint) {
        tables.reports.checkpoint = checkpoint;
        return checkpoint;
    }
}
