package io.feedmill.worker.counter;

import io.feedmill.common.counter.ViewStore.PostViews;
import io.feedmill.common.counter.Views;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.queue.QueueMessage.Sending;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Messages about one post whose viewers fit into one transaction.
 *
 * @param ids of the messages
 * @param message with all of their viewers, each once, and the highest of their attempts
 */
public record ViewGroup(List<String> ids, Views message) {

    /** Groups messages, by their ids. No message is split. */
    public static List<ViewGroup> of(Map<String, Views> messages) {
        Map<PostId, List<Builder>> posts = new LinkedHashMap<>();
        messages.forEach((id, message) -> {
            List<Builder> groups = posts.computeIfAbsent(message.post(), any -> new ArrayList<>());
            if (groups.isEmpty() || !groups.getLast().add(id, message)) {
                groups.add(new Builder(id, message));
            }
        });
        return posts.values().stream().flatMap(List::stream).map(Builder::group).toList();
    }

    private static final class Builder {
        private final List<String> ids = new ArrayList<>();
        private final Views first;
        private final SortedSet<UserId> viewers;
        private int attempt;

        Builder(String id, Views first) {
            this.first = first;
            this.viewers = new TreeSet<>(first.viewers());
            this.attempt = first.attempt();
            ids.add(id);
        }

        /** Returns false and adds nothing if the group would have too many viewers. */
        boolean add(String id, Views message) {
            SortedSet<UserId> all = new TreeSet<>(viewers);
            all.addAll(message.viewers());
            if (all.size() > PostViews.MAX) {
                return false;
            }
            ids.add(id);
            viewers.addAll(message.viewers());
            attempt = Math.max(attempt, message.attempt());
            return true;
        }

        ViewGroup group() {
            Views all = new Views(first.post(), first.author(), List.copyOf(viewers), Sending.ofAttempt(attempt));
            return new ViewGroup(List.copyOf(ids), all);
        }
    }
}
