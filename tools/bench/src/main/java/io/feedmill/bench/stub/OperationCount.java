package io.feedmill.bench.stub;

/**
 * What a store has done of one operation.
 *
 * @param items that were written or found; of what was forwarded they are not known
 * @param refused items of batch writes that there was no capacity for
 * @param bytes of request bodies
 */
public record OperationCount(long requests, long items, long refused, long bytes) {
    static final OperationCount NONE = new OperationCount(0, 0, 0, 0);

    OperationCount minus(OperationCount earlier) {
        return new OperationCount(
                requests - earlier.requests, items - earlier.items, refused - earlier.refused, bytes - earlier.bytes);
    }
}
