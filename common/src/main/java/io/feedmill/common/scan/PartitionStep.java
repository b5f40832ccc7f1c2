package io.feedmill.common.scan;

import java.util.List;

/**
 * What one read of a segment brought.
 *
 * @param found partition keys that the segment had not shown before
 * @param state how far it has been read now
 * @param units what that consumed
 */
record PartitionStep(List<KeyValue> found, SegmentState state, double units) {}
