package io.feedmill.api.live;

import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.follow.ReaderStore.ReaderState;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.Ticks;
import io.feedmill.common.recall.Recall.Kind;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A look at a home feed: the little of it that tells whether its page has to be read again.
 *
 * @param since the moment until which the feed was complete before the look, or before an earlier one: rows that come later are not older. Null: unknown
 * @param newest the rows that are newer than the moment of the look before, up to 50
 * @param view whom the reader does not see
 * @param recalls those posts of the page that are recalled
 * @param stale whether there may be recalls that this instance does not know
 */
record Look(
        @Nullable Instant since, List<FeedItem> newest, ReaderState view, Map<PostId, Kind> recalls, boolean stale) {
    /** As many rows as the page has. */
    static final int ROWS = 50;

    /** Whether nothing has moved since the look before, of whose moment this one has read the newer rows. */
    boolean isSameAs(Look before) {
        return !stale
                && view.equals(before.view)
                && !before.lacks(recalls)
                && newest.equals(before.newest.stream().filter(before::isOpen).toList());
    }

    /** Whether posts of the page are recalled that were not at this look. */
    boolean lacks(Map<PostId, Kind> recalled) {
        return !recalls.entrySet().containsAll(recalled.entrySet());
    }

    /** Whether it is newer than the moment of this look: others of its time may come. */
    private boolean isOpen(FeedItem item) {
        return since == null || item.post().tick() >= Ticks.ofInstant(since);
    }
}
