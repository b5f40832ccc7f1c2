package io.feedmill.cli.audit;

import io.feedmill.cli.audit.AuditResults.Counter;
import io.feedmill.cli.audit.ExtraCheck.Extra;
import io.feedmill.cli.audit.ItemCheck.Wrong;
import io.feedmill.cli.audit.RecallCheck.StuckRecall;
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
import java.util.stream.Stream;

/** Sends what is wrong to the workers, which read the source of truth and write it again, or delete what must not be there. */
record RepairSender(AuditStores stores, QueueSender sender, AuditOptions.Repairs repairs, AuditResults results) {
    /** Extra items are read and deleted one by one. */
    private static final int MAX_EXTRAS = 50;

    private record Post(PostId id, UserId author) {}

    /** A row of a home feed that is to be as the source of truth says. */
    private record Row(Post post, UserId user) {}

    void items(List<Wrong> wrong) {
        if (repairs.missing()) {
            results.add(Counter.SENT_ITEMS, wrong.size());
            send(
                    wrong.stream()
                            .map(Wrong::expected)
                            .map(item -> new Row(
                                    new Post(item.truth().post(), item.truth().author()), item.user())),
                    Repair.MAX);
        }
    }

    void extras(List<Extra> extras) {
        if (repairs.extras()) {
            results.add(Counter.SENT_EXTRAS, extras.size());
            send(
                    extras.stream().map(extra -> new Row(new Post(extra.post(), extra.author()), extra.user())),
                    MAX_EXTRAS);
        }
    }

    private void send(Stream<Row> rows, int maximum) {
        Map<Post, SortedSet<UserId>> users = rows.collect(Collectors.groupingBy(
                Row::post, LinkedHashMap::new, Collectors.mapping(Row::user, Collectors.toCollection(TreeSet::new))));
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
