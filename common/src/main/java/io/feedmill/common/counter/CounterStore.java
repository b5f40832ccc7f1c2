package io.feedmill.common.counter;

import io.feedmill.common.key.PostId;
import io.feedmill.common.key.ReactionKey;
import io.feedmill.common.key.UserId;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Sharded totals, and the reactions that they count. Reads are strongly consistent. Thread-safe. */
public interface CounterStore {

    /** Zeros for an author without completed jobs. */
    AuthorCounters author(UserId author);

    /** {@link PostCounters#ZERO} for a post without counts, and for an absent one. */
    PostCounters post(PostId post);

    /**
     * Adds the reaction, one for a post, a kind and a user, in one transaction with its count. Returns false, and counts nothing, if it existed.
     */
    boolean add(ReactionKey reaction);

    /** Removes the reaction with its count. Returns false, and counts nothing, if it was absent. */
    boolean remove(ReactionKey reaction);

    /** The sums of an author's completed jobs. */
    record AuthorCounters(long posts, long deliveries) {}

    /**
     * The counts of a post.
     *
     * @param views viewers, each once
     * @param deliveries of its completed fan-out
     * @param reactions count of each kind; kinds without reactions are absent
     */
    record PostCounters(long views, long deliveries, SortedMap<String, Long> reactions) {
        public static final PostCounters ZERO = new PostCounters(0, 0, Collections.emptySortedMap());

        public PostCounters {
            reactions = Collections.unmodifiableSortedMap(new TreeMap<>(reactions));
        }

        /** {@code count} is negative for removed reactions. */
        public static PostCounters ofReactions(String kind, long count) {
            return new PostCounters(0, 0, new TreeMap<>(Map.of(kind, count)));
        }

        static PostCounters ofDeliveries(long count) {
            return new PostCounters(0, count, Collections.emptySortedMap());
        }

        public PostCounters plus(PostCounters more) {
            SortedMap<String, Long> sum = new TreeMap<>(reactions);
            more.reactions.forEach((kind, count) -> sum.merge(kind, count, Long::sum));
            sum.values().removeIf(count -> count == 0);
            return new PostCounters(views + more.views, deliveries + more.deliveries, sum);
        }
    }
}
