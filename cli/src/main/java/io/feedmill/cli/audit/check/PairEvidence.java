package io.feedmill.cli.audit.check;

import io.feedmill.common.dynamo.Dynamo.Consistency;
import io.feedmill.common.follow.FollowChange;
import io.feedmill.common.follow.FollowStore.Follow;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What the tables say of pairs of follower and author.
 *
 * @param since the ticks of the follows
 * @param unfollows the unfollows that hide the author
 */
record PairEvidence(Map<Follow, Long> since, Map<Follow, FollowChange> unfollows) {

    /** Reads the evidence, strongly consistent. */
    record Reader(AuditStores stores, OpenFollowChanges open) {

        PairEvidence read(Collection<Follow> pairs) {
            return new PairEvidence(
                    stores.follows().since(pairs, Consistency.STRONG),
                    stores.readers().unfollows(pairs));
        }

        /** Returns the pairs that did not change between two reads, and whose work had ended or was lost. */
        Set<Follow> closed(PairEvidence before, PairEvidence after, Collection<Follow> pairs) {
            return pairs.stream()
                    .filter(pair -> !open.isOpen(pair))
                    .filter(pair -> isUnchanged(pair, before.since.get(pair), after.since.get(pair)))
                    .filter(pair -> isClosed(before.unfollows.get(pair), after.unfollows.get(pair)))
                    .collect(Collectors.toSet());
        }

        private boolean isUnchanged(Follow pair, @Nullable Long before, @Nullable Long after) {
            return Objects.equals(before, after) && (after == null || open.hasEnded(pair, after));
        }

        private boolean isClosed(@Nullable FollowChange before, @Nullable FollowChange after) {
            return Objects.equals(before, after)
                    && (after == null || !stores.outbox().holds(after.work()));
        }
    }
}
