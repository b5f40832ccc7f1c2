package io.feedmill.faults.verdict;

import java.util.Map;
import java.util.Set;

/** How a request differs from what was sent. Items and entries are counted from 0, in the order of the request. */
public sealed interface Edit {
    /** Not at all. */
    record None() implements Edit {}

    /** A batch without these items, which the answer then gives back as unprocessed. */
    record WithoutItems(Set<Integer> items) implements Edit {}

    /**
     * Deletes of messages that do not take place.
     *
     * @param failed those whose answer says so
     * @param ignored those whose answer does not
     */
    record WithoutDeletes(Set<Integer> failed, Set<Integer> ignored) implements Edit {
        /** All of them take place. */
        public static final WithoutDeletes NONE = new WithoutDeletes(Set.of(), Set.of());
    }

    /** Sends with a delay, in seconds, for some of the entries. */
    record DelayedSends(Map<Integer, Integer> seconds) implements Edit {}
}
