package io.feedmill.cli.audit;

import io.feedmill.cli.audit.AuditResults.Counter;
import io.feedmill.common.key.PostId;
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

    void send(String author, List<ItemCheck.Wrong> wrong) {
        if (sender != null) {
            usersByPost(wrong).forEach((post, users) -> send(sender, author, post, users));
        }
    }

    private void send(QueueSender queue, String author, PostId post, SortedSet<String> users) {
        users.stream().gather(Gatherers.windowFixed(Repair.MAX)).forEach(window -> {
            queue.send(Repair.of(post, author, window));
            results.add(Counter.SENT_MESSAGES, 1);
            results.add(Counter.SENT_ITEMS, window.size());
        });
    }

    private static SortedMap<PostId, SortedSet<String>> usersByPost(List<ItemCheck.Wrong> wrong) {
        return wrong.stream()
                .map(ItemCheck.Wrong::expected)
                .collect(Collectors.groupingBy(
                        item -> item.truth().post(),
                        TreeMap::new,
                        Collectors.mapping(
                                ExpectedItem::user, Collectors.<String, SortedSet<String>>toCollection(TreeSet::new))));
    }
}
