package io.feedmill.common.dynamo;

import java.util.List;
import java.util.stream.IntStream;

/** Part {@code index}, from 0, of {@code total} of a table, for a parallel Scan. DynamoDB puts all items of a partition key into one. */
public record Segment(int index, int total) {
    /** The maximum of DynamoDB. */
    public static final int MAX_TOTAL = 1_000_000;

    public static final Segment WHOLE = new Segment(0, 1);

    public Segment {
        if (index < 0 || index >= total || total > MAX_TOTAL) {
            throw new IllegalArgumentException("No segment " + index + " of " + total);
        }
    }

    public static List<Segment> all(int total) {
        return IntStream.range(0, total)
                .mapToObj(index -> new Segment(index, total))
                .toList();
    }
}
