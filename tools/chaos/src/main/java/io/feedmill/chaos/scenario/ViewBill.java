package io.feedmill.chaos.scenario;

import io.feedmill.chaos.rig.Traffic;
import io.feedmill.common.ledger.LedgerEntry.Viewed;
import io.feedmill.stack.console.Screen;
import java.util.List;

/**
 * What counting has cost.
 *
 * @param entries of the ledger: one for each transaction that was done
 * @param sent transactions, done or not
 */
record ViewBill(List<Viewed> entries, Traffic.Operation sent) {

    long views() {
        return entries.stream().mapToLong(Viewed::count).sum();
    }

    /** Transactions that changed nothing: another worker had counted one of their viewers, or they were sent twice. They cost as much as the others. */
    long inVain() {
        return sent.forwarded() - entries.size();
    }

    double unitsPerView() {
        return (double) sent.units() / Math.max(1, views());
    }

    void print(Screen screen) {
        double each = (double) views() / Math.max(1, entries.size());
        screen.row("transactions", "%,d, with %.1f new views each".formatted(entries.size(), each));
        screen.row("lost conditions, repetitions", "%,d".formatted(inVain()));
        screen.row("write units", "%,d: %.2f a view".formatted(sent.units(), unitsPerView()));
    }
}
