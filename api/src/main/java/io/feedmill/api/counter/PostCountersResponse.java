package io.feedmill.api.counter;

import io.feedmill.common.counter.PostCounters;
import java.util.SortedMap;

/**
 * What a post has come to.
 *
 * @param reactions by kind; kinds without any are absent
 */
record PostCountersResponse(long views, long deliveries, SortedMap<String, Long> reactions) {

    static PostCountersResponse of(PostCounters counts) {
        return new PostCountersResponse(counts.views(), counts.deliveries(), counts.reactions());
    }
}
