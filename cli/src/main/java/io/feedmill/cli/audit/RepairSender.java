package io.feedmill.cli.audit;

import io.feedmill.cli.audit.AuditResults.Counter;
import io.feedmill.cli.audit.check.AuditStores;
import io.feedmill.cli.audit.check.ExtraCheck.Extra;
import io.feedmill.cli.audit.check.ItemCheck.Wrong;
import io.feedmill.cli.audit.check.RecallCheck.StuckRecall;
import io.feedmill.common.fanout.Job;
import io.feedmill.common.fanout.Repair;
import io.feedmill.common.follow.FollowChange;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.follow.Reconcile;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.queue.QueueSender;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Gatherers;
import java.util.stream.Stream;

/** Sends what is wrong to the workers, which read the source of truth and write it again, or delete what must not be there. */
record RepairSender(AuditStores stores, QueueSender sender, AuditOptions.Repairs repairs, AuditResults results) {
    /** Extra items are read and deleted one by one. */
    private static final int MAX_EXTRAS = 50;

    /** A row of a home feed that is to be as the source of truth says. */
    private record Row(PostId post, UserId author, UserId user) {}

    private record Post(PostId id, UserId author) {
        static final Comparator<Post> ORDER = Comparator.comparing(Post::id).thenComparing(Post::author);
    }

    void items(List<Wrong> wrong) {
        if (repairs.missing()) {
            results.add(Counter.SENT_ITEMS, wrong.size());
            send(
                    wrong.stream()
                            .map(Wrong::expected)
                            .map(item ->
                                    new Row(item.truth().post(), item.truth().author(), item.user())),
                    Repair.MAX);
        }
    }

    void extras(List<Extra> extras) {
        if (repairs.extras()) {
            results.add(Counter.SENT_EXTRAS, extras.size());
            send(extras.stream().map(extra -> new Row(extra.post(), extra.author(), extra.user())), MAX_EXTRAS);
        }
    }

    private void send(Stream<Row> rows, int maximum) {
        SortedMap<Post, SortedSet<UserId>> users = rows.collect(Collectors.groupingBy(
                row -> new Post(row.post(), row.author()),
                () -> new TreeMap<>(Post.ORDER),
                Collectors.mapping(Row::user, Collectors.<UserId, SortedSet<UserId>>toCollection(TreeSet::new))));
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
