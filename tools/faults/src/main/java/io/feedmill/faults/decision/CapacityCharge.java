package io.feedmill.faults.decision;

import io.feedmill.faults.decision.Decision.Action;
import io.feedmill.faults.decision.Decision.Units;
import io.feedmill.faults.protocol.ApiCall;
import io.feedmill.faults.protocol.AwsError;
import io.feedmill.faults.protocol.ItemWrite;
import io.feedmill.faults.script.Fault;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Charges one request to capacity rules: the items of a batch as far as there are units, any other write in full or not at all. */
final class CapacityCharge {
    private final List<ActiveRule> limits;
    private final long now;
    private final List<Runnable> undo = new ArrayList<>();
    private long units;

    CapacityCharge(List<ActiveRule> limits, long now) {
        this.limits = limits;
        this.now = now;
    }

    void charge(ApiCall call, String keyAttribute, Decision.Builder decision) {
        List<ItemWrite> writes = limits.isEmpty() ? List.of() : ItemWrite.of(call, keyAttribute);
        NavigableMap<Integer, ActiveRule> refused = new TreeMap<>();
        long wanted = 0;
        for (int item = 0; item < writes.size(); item++) {
            if (!decision.removedItems().contains(item)) {
                int number = item;
                wanted += cost(writes.get(item));
                take(writes.get(item)).ifPresent(limit -> refused.put(number, limit));
            }
        }
        if (!refused.isEmpty()) {
            refuse(call, writes.size(), refused, decision);
        }
        decision.count(new Units(units, wanted - units));
    }

    private void refuse(
            ApiCall call, int writes, NavigableMap<Integer, ActiveRule> refused, Decision.Builder decision) {
        ActiveRule first = refused.firstEntry().getValue();
        boolean batch = call.operation().equals("BatchWriteItem");
        if (batch) {
            decision.removeItems(first.kind(), refused.keySet());
        }
        if (first.rule().fault() instanceof Fault.Capacity limit
                && (!batch || decision.removedItems().size() == writes)) {
            undoFrom(0);
            units = 0;
            AwsError error = AwsError.throttled(call, limit.error(), limit.limit(), Set.of(refused.firstKey()));
            decision.end(first.kind(), new Action.Refuse(error));
        }
    }

    /** Takes the write's units from every limit, or from none. Then returns the limit that has too few. */
    private Optional<ActiveRule> take(ItemWrite write) {
        int before = undo.size();
        for (ActiveRule limit : limits) {
            if (limit.counts(write)) {
                if (!limit.take(write, now)) {
                    undoFrom(before);
                    return Optional.of(limit);
                }
                undo.add(() -> limit.release(write));
            }
        }
        units += cost(write);
        return Optional.empty();
    }

    private long cost(ItemWrite write) {
        return limits.stream().anyMatch(limit -> limit.counts(write)) ? write.units() : 0;
    }

    private void undoFrom(int first) {
        List<Runnable> last = undo.subList(first, undo.size());
        last.forEach(Runnable::run);
        last.clear();
    }
}
