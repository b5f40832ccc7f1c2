package io.feedmill.cli.audit;

import io.feedmill.common.dynamo.Dynamo.Consistency;
import io.feedmill.common.follow.FollowChange;
import io.feedmill.common.follow.FollowStore.Follow;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Checks the rows that hide authors from readers. */
public record ReaderCheck(AuditStores stores, OpenFollowChanges pairs) {

    /** Returns the unfollows that hide an author and have no outbox row. The end of an unfollow deletes both rows in one transaction. */
    public List<FollowChange> lost(List<FollowChange> unfollows) {
        List<FollowChange> suspects = unfollows.stream()
                .filter(unfollow -> !stores.outbox().holds(unfollow.work()))
                .toList();
        Map<Follow, FollowChange> now =
                stores.readers().unfollows(suspects.stream().map(Follow::of).toList());
        return suspects.stream()
                .filter(unfollow -> unfollow.equals(now.get(Follow.of(unfollow))))
                .toList();
    }

    /** Returns the follows between users of whom one blocks the other. An import ends those that it made. */
    public List<Follow> forbidden(List<Follow> blocks) {
        List<Follow> both = blocks.stream()
                .flatMap(block -> Stream.of(block, block.reversed()))
                .toList();
        Set<Follow> suspects =
                stores.follows().since(both, Consistency.EVENTUAL).keySet();
        return suspects.isEmpty() ? List.of() : confirm(suspects);
    }

    /** A follow that is the same before and after the read of the block stood beside it. */
    private List<Follow> confirm(Collection<Follow> suspects) {
        Map<Follow, Long> before = stores.follows().since(suspects, Consistency.STRONG);
        Set<Follow> blocked = stores.readers().blocked(suspects);
        Map<Follow, Long> after = stores.follows().since(suspects, Consistency.STRONG);
        return before.entrySet().stream()
                .filter(follow -> follow.getValue().equals(after.get(follow.getKey())))
                .filter(follow -> pairs.isSettled(follow.getKey(), follow.getValue()))
                .map(Map.Entry::getKey)
                .filter(blocked::contains)
                .toList();
    }
}
