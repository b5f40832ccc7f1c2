package io.feedmill.api.feed;

import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedStore.FeedPage;
import io.feedmill.common.feed.FeedStore.PageRequest;
import io.feedmill.common.key.FeedKey;
import io.feedmill.common.key.UserId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Feeds that pages of home feeds show beside the rows of the home feed. Thread-safe. */
public interface PageSources {

    /** Whether no reader has one at the moment: costs no call. */
    boolean isEmpty();

    /** Returns those of the reader. */
    List<PageSource> of(UserId reader);

    /** The feed of an author that pages show. */
    interface PageSource {

        UserId author();

        /** Returns the key that all its items follow; null: none is known. */
        default @Nullable FeedKey begin() {
            return null;
        }

        /** Whether the pages have this post from here, so that they leave out a row of the home feed. */
        boolean has(FeedItem row);

        /** Returns the items that the source has read already; null: read them. */
        @Nullable FeedPage known(PageRequest request);

        /** Reads items. */
        FeedPage read(PageRequest request);
    }
}
