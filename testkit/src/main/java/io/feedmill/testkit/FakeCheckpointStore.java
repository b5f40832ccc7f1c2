package io.feedmill.testkit;

import io.feedmill.common.key.QuarterHour;
import io.feedmill.common.report.Checkpoint;
import io.feedmill.common.report.CheckpointStore;

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
            QuarterHour next = old.next() == null ? from : old.next();
            return set(new Checkpoint(next, old.requested(), old.exporting()));
        }
    }

    @Override
    public Checkpoint request() {
        synchronized (tables) {
            return set(new Checkpoint(read().next(), true, read().exporting()));
        }
    }

    @Override
    public void exported(QuarterHour report) {
        synchronized (tables) {
            if (report.equals(read().exporting())) {
                set(new Checkpoint(read().next(), read().requested(), null));
            }
        }
    }

    private Checkpoint set(Checkpoint checkpoint) {
        tables.reports.checkpoint = checkpoint;
        return checkpoint;
    }
}
