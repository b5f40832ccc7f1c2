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
            return old.next() == null ? set(new Checkpoint(from, old.requests(), old.answered(), from)) : old;
        }
    }

    @Override
    public Checkpoint request() {
        synchronized (tables) {
            Checkpoint old = read();
            return set(new Checkpoint(old.next(), old.requests() + 1, old.answered(), old.exported()));
        }
    }

    @Override
    public void exported(Window report) {
        synchronized (tables) {
            Checkpoint old = read();
            if (report.from().equals(old.exported())) {
                set(new Checkpoint(old.next(), old.requests(), old.answered(), report.to()));
            }
        }
    }

    private Checkpoint set(Checkpoint checkpoint) {
        tables.reports.checkpoint = checkpoint;
        return checkpoint;
    }
}
