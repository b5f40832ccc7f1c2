package io.feedmill.worker.counter;

import io.feedmill.common.counter.ViewStore.PostViews;
import io.feedmill.common.counter.Views;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.queue.QueueMessage.SendHistory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Messages about one post whose viewers fit into one transaction.
 *
 * @param ids of the messages
 * @param message with all of their viewers, each once, and the highest of their attempts
 */
public record ViewGroup(List<String> ids, Views message) {

    /** Groups messages, by their ids. No message is split. */
    public static List<ViewGroup> of(Map<String, Views> messages) {
        Map<PostId, List<ViewGroup>> posts = new LinkedHashMap<>();
        messages.forEach((id, message) -> {
            List<ViewGroup> groups = posts.computeIfAbsent(message.post(), any -> new ArrayList<>());
            ViewGroup single = new ViewGroup(List.of(id), message.with(SendHistory.ofAttempt(message.attempt())));
            Optional<ViewGroup> both =
                    groups.isEmpty() ? Optional.empty() : groups.getLast().plus(single);
            both.ifPresent(grown -> groups.removeLast());
            groups.add(both.orElse(single));
        });
        return posts.values().stream().flatMap(List::stream).toList();
    }

    /** Returns empty if the group would have too many viewers. */
    private Optional<ViewGroup> plus(ViewGroup more) {
        List<UserId> viewers = Stream.concat(message.viewers().stream(), more.message.viewers().stream())
                .distinct()
                .sorted()
                .toList();
        if (viewers.size() > PostViews.MAX) {
            return Optional.empty();
        }
        SendHistory history = SendHistory.ofAttempt(Math.max(message.attempt(), more.message.attempt()));
        return Optional.of(new ViewGroup(
                Stream.concat(ids.stream(), more.ids.stream()).toList(),
                new Views(message.post(), message.author(), viewers, history)));
    }
}
