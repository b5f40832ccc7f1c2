package io.feedmill.cli.audit;

import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.queue.QueueMessage.Repair;
import io.feedmill.common.queue.QueueSender;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Gatherers;

/** What becomes of items of an author that are missing or stale. */
@FunctionalInterface
interface Repairs {

    void send(UserId author, List<ItemCheck.Wrong> wrong);

    /** Nothing. */
    static Repairs none() {
        return (author, wrong) -> {};
    }

    /** Workers write them again. */
    static Repairs by(QueueSender sender, Results results) {
        return (author, wrong) -> usersByPost(wrong)
                .forEach((post, users) -> users.stream()
                        .gather(Gatherers.windowFixed(Repair.MAX))
                        .forEach(some -> {
                            sender.send(Repair.of(post, author, some));
                            results.add(Count.SENT_MESSAGES, 1);
                            results.add(Count.SENT_ITEMS, some.size());
                        }));
    }

    private static Map<PostId, SortedSet<UserId>> usersByPost(List<ItemCheck.Wrong> wrong) {
        Map<PostId, SortedSet<UserId>> users = new TreeMap<>();
        wrong.stream()
                .map(ItemCheck.Wrong::due)
                .forEach(due -> users.computeIfAbsent(due.truth().post(), post -> new TreeSet<>())
                        .add(due.user()));
        return users;
    }
}
