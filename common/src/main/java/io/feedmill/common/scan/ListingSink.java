package io.feedmill.common.scan;

import java.util.List;

/** Takes what is found. Called by one thread at a time; what it throws ends the listing. */
@FunctionalInterface
public interface ListingSink {

    /**
     * After each read.
     *
     * @param found new partition keys; may be empty
     * @param now how far the listing has come, {@code found} included: who has kept them goes on from here
     */
    void accept(List<KeyValue> found, PartitionListing now);

    /** Asked before each read. Once it is false no read begins; the one that each segment may have under way is still accepted. */
    default boolean wantsMore() {
        return true;
    }
}
