package io.feedmill.cli.audit;

import io.feedmill.cli.audit.AuditResults.Counter;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.queue.QueueMessage.Repair;
import io.feedmill.common.queue.QueueSender;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Gatherers;
import org.jspecify.annotations.Nullable;

/** Sends missing and stale items to the workers, which write them again. */
final class RepairSender {
    private final @Nullable QueueSender sender;
    private final AuditResults results;

    /** A null sender: nothing is repaired. */
    RepairSender(@Nullable QueueSender sender, AuditResults results) {
        this.sender = sender;
        this.results = results;
    }

    void send(UserId author, List<ItemCheck.Wrong> wrong) {
        if (sender != null) {
            usersByPost(wrong).forEach((post, users) -> send(sender, author, post, users));
        }
    }

    private void send(QueueSender queue, UserId author, PostId post, SortedSet<UserId> users) {
        users.stream().gather(Gatherers.windowFixed(Repair.MAX)).forEach(window -> {
            queue.send(Repair.of(post, author, window));
            results.add(Counter.SENT_MESSAGES, 1);
            results.add(Counter.SENT_ITEMS, window.size());
        });
    }

    private static SortedMap<PostId, SortedSet<UserId>> usersByPost(List<ItemCheck.Wrong> wrong) {
        return wrong.stream()
                .map(ItemCheck.Wrong::expected)
                .collect(Collectors.groupingBy(
                        item -> item.truth().post(),
                        TreeMap::new,
                        Collectors.mapping(
                                ExpectedItem::user, Collectors.<UserId, SortedSet<UserId>>toCollection(TreeSet::new))));
    }
}
