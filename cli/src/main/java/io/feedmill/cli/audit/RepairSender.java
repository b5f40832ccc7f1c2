package io.feedmill.cli.audit;

import io.feedmill.cli.audit.AuditResults.Counter;
import io.feedmill.cli.audit.Finding.WrongRow;
import io.feedmill.cli.audit.LostWork.StuckRecall;
import io.feedmill.common.fanout.Job;
import io.feedmill.common.fanout.Repair;
import io.feedmill.common.follow.FollowChange;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.follow.Reconcile;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.queue.QueueSender;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Gatherers;

/** Sends what is wrong to the workers, which read the source of truth and write it again, or delete what must not be there. */
record RepairSender(AuditStores stores, QueueSender sender, AuditOptions.Repairs repairs, AuditResults results) {
    /** Extra items are read and deleted one by one. */
    private static final int MAX_EXTRAS = 50;

    private record Post(PostId id, UserId author) {}

    void items(List<WrongRow> wrong) {
        if (repairs.missing()) {
            send(wrong, Counter.SENT_ITEMS, Repair.MAX);
        }
    }

    void extras(List<WrongRow> extras) {
        if (repairs.extras()) {
            send(extras, Counter.SENT_EXTRAS, MAX_EXTRAS);
        }
    }

    private void send(List<WrongRow> rows, Counter counter, int maximum) {
        results.add(counter, rows.size());
        Map<Post, SortedSet<UserId>> users = rows.stream()
                .collect(Collectors.groupingBy(
                        row -> new Post(row.post(), row.author()),
                        LinkedHashMap::new,
                        Collectors.mapping(WrongRow::user, Collectors.toCollection(TreeSet::new))));
        users.forEach((post, of) -> of.stream()
                .gather(Gatherers.windowFixed(maximum))
                .forEach(window -> {
                    sender.send(Repair.of(post.id(), post.author(), window));
                    results.add(Counter.SENT_MESSAGES, 1);
                }));
    }

    /** Puts back the work of unfollows. The author stays hidden until a worker has ended it. */
    void lost(List<FollowChange> unfollows) {
        if (repairs.missing()) {
            unfollows.stream().filter(stores.follows()::reopen).forEach(this::reconcile);
        }
    }

    /** Ends follows that a block forbids, as the import does that left them. */
    void forbidden(List<Follow> forbidden) {
        if (repairs.extras()) {
            forbidden.forEach(follow -> stores.follows().endForbidden(follow).ifPresent(this::reconcile));
        }
    }

    /** Puts back the outbox row of an open job. A sweep sends its plan. */
    void unswept(Job job) {
        if (repairs.missing()) {
            stores.outbox().reopen(job.work());
        }
    }

    /** Ends a recall that no job will end. It stays in force until the extras that were sent are deleted. */
    void recall(StuckRecall found) {
        UserId author = found.author();
        if (repairs.extras() && author != null) {
            stores.recalls().end(author, found.post(), found.change());
        }
    }

    private void reconcile(FollowChange change) {
        sender.send(Reconcile.of(change));
        results.add(Counter.SENT_PAIRS, 1);
        results.add(Counter.SENT_MESSAGES, 1);
    }
}
