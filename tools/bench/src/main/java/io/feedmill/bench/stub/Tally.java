package io.feedmill.bench.stub;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;

/** Counts requests as they come. Thread-safe. */
final class Tally {
    private final Map<String, Counter> counters = new ConcurrentHashMap<>();

    void count(String operation, int items, int refused, int bytes) {
        counters.computeIfAbsent(operation, name -> new Counter()).add(items, refused, bytes);
    }

    StoreCounts counts() {
        return new StoreCounts(counters.entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, counter -> counter.getValue().count())));
    }

    private static final class Counter {
        private final LongAdder requests = new LongAdder();
        private final LongAdder items = new LongAdder();
        private final LongAdder refused = new LongAdder();
        private final LongAdder bytes = new LongAdder();

        private void add(int ofItems, int ofRefused, int ofBytes) {
            requests.increment();
            items.add(ofItems);
            refused.add(ofRefused);
            bytes.add(ofBytes);
        }

        private OperationCount count() {
            return new OperationCount(requests.sum(), items.sum(), refused.sum(), bytes.sum());
        }
    }
}
