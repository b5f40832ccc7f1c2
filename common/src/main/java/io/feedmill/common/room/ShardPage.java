package io.feedmill.common.room;

import io.feedmill.common.key.MessageKey;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one partition had for a page.
 *
 * @param messages newest first
 * @param more whether the partition may have older ones
 */
record ShardPage(List<Message> messages, boolean more) {
    private static final Comparator<Message> NEWEST_FIRST =
            Comparator.comparing(Message::key).reversed();

    /**
     * The newest messages of all partitions, {@code limit} at most. What is older than where a partition stopped is left to the next page: that partition may
     * have newer ones.
     */
    static MessagePage merge(List<ShardPage> pages, int limit) {
        MessageKey horizon = horizon(pages);
        List<Message> shown = pages.stream()
                .flatMap(page -> page.messages().stream())
                .filter(message -> horizon == null || message.key().compareTo(horizon) >= 0)
                .sorted(NEWEST_FIRST)
                .limit(limit)
                .toList();
        int read = pages.stream().mapToInt(page -> page.messages().size()).sum();
        boolean more = horizon != null || read > shown.size();
        return new MessagePage(shown, more ? shown.getLast().key() : null);
    }

    /** The newest of the messages at which a partition stopped before its end; null where all came to their end. */
    private static @Nullable MessageKey horizon(List<ShardPage> pages) {
        return pages.stream()
                .filter(page -> page.more() && !page.messages().isEmpty())
                .map(page -> page.messages().getLast().key())
                .max(Comparator.naturalOrder())
                .orElse(null);
    }
}
