package io.feedmill.faults.verdict;

import io.feedmill.faults.protocol.ApiCall;
import io.feedmill.faults.protocol.ItemWrite;
import io.feedmill.faults.protocol.Refusals;
import io.feedmill.faults.verdict.Verdict.Units;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/** Charges a request to the capacities that concern it: of a batch as many items as there are units for, of anything else all or nothing. */
final class Capacities {
    private final List<Capacity> capacities;
    private final String keyAttribute;

    Capacities(List<Capacity> capacities, String keyAttribute) {
        this.capacities = capacities;
        this.keyAttribute = keyAttribute;
    }

    void charge(ApiCall call, long now, Draft draft) {
        List<ItemWrite> writes = capacities.isEmpty() ? List.of() : ItemWrite.of(call, keyAttribute);
        Purchase purchase = new Purchase(capacities, now);
        long wanted = cost(writes, draft.leftOut(), purchase);
        if (call.operation().equals("BatchWriteItem")) {
            chargeEach(call, writes, purchase, draft);
        } else {
            chargeAll(call, writes, purchase, draft);
        }
        draft.count(new Units(purchase.units(), wanted - purchase.units()));
    }

    /** What the writes cost that no rule has left out before. */
    private static long cost(List<ItemWrite> writes, Set<Integer> leftOut, Purchase purchase) {
        return IntStream.range(0, writes.size())
                .filter(item -> !leftOut.contains(item))
                .mapToLong(item -> purchase.cost(writes.get(item)))
                .sum();
    }

    private static void chargeEach(ApiCall call, List<ItemWrite> writes, Purchase purchase, Draft draft) {
        Set<Integer> refused = new TreeSet<>();
        List<Capacity> shorts = new ArrayList<>();
        for (int item = 0; item < writes.size(); item++) {
            if (!draft.leftOut().contains(item)) {
                Optional<Capacity> missing = purchase.buy(writes.get(item));
                if (missing.isPresent()) {
                    shorts.add(missing.get());
                    refused.add(item);
                }
            }
        }
        if (!refused.isEmpty()) {
            draft.leaveOut(shorts.getFirst().kind(), refused);
            if (draft.leftOut().size() == writes.size()) {
                refuse(call, shorts.getFirst(), Set.of(), draft);
            }
        }
    }

    private static void chargeAll(ApiCall call, List<ItemWrite> writes, Purchase purchase, Draft draft) {
        for (int part = 0; part < writes.size(); part++) {
            Optional<Capacity> missing = purchase.buy(writes.get(part));
            if (missing.isPresent()) {
                purchase.cancel();
                refuse(call, missing.get(), Set.of(part), draft);
                return;
            }
        }
    }

    private static void refuse(ApiCall call, Capacity capacity, Set<Integer> parts, Draft draft) {
        draft.end(
                capacity.kind(),
                new Action.Refuse(Refusals.throttled(call, capacity.error(), capacity.limit(), parts)));
    }
}
