package io.feedmill.common.dynamo;

/** What a read sees of writes. */
public enum Consistency {
    /** All that was acknowledged before. */
    STRONG,
    /** Not always what was written a moment ago; at half the price. */
    EVENTUAL
}
