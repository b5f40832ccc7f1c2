package io.feedmill.bench.stub;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/** What a store has done, by operation: {@code BatchWriteItem}, {@code Query}… */
public record StoreCounts(Map<String, OperationCount> operations) {

    public StoreCounts {
        operations = Collections.unmodifiableMap(new TreeMap<>(operations));
    }

    /** All zero where there was none of them. */
    public OperationCount of(String operation) {
        return operations.getOrDefault(operation, OperationCount.NONE);
    }

    /** Of all operations. */
    public long requests() {
        return operations.values().stream().mapToLong(OperationCount::requests).sum();
    }

    /** What it has done since. */
    public StoreCounts minus(StoreCounts earlier) {
        Map<String, OperationCount> since = new TreeMap<>();
        operations.forEach((operation, count) -> since.put(operation, count.minus(earlier.of(operation))));
        return new StoreCounts(since);
    }
}
