package io.feedmill.testkit;

import io.feedmill.common.outbox.WorkerRow;
import io.feedmill.common.outbox.WorkerStore;
import java.util.List;

record FakeWorkerStore(FakeTables tables) implements WorkerStore {

    @Override
    public void put(WorkerRow worker) {
        tables.workers.put(worker.id(), worker);
    }

    @Override
    public List<WorkerRow> all() {
        return tables.workers.values().stream()
                .filter(worker -> worker.at().plus(KEPT).isAfter(tables.now()))
                .toList();
    }
}
