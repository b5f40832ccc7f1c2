package io.feedmill.api.feed;

import io.feedmill.api.access.ReadAccess;
import io.feedmill.api.recall.RecallCopy;
import io.feedmill.api.recall.Recalls;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedStore.FeedPage;
import io.feedmill.common.key.UserId;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** What pages show of the items that they read: without retracted posts and those that the viewer may not read, with full texts. */
@Component
record ShownItems(Recalls recalls, ReadAccess access, FullTexts texts) {
    /** Returns the items that the viewer (null: anonymous) may read, by the recalls from before their read; feeds are {@code asked} about some. */
    List<FeedItem> readable(
            List<FeedItem> items, RecallCopy recalled, Predicate<FeedItem> asked, @Nullable UserId viewer) {
        List<FeedItem> visible = items.stream()
                .filter(item -> !recalled.isRetracted(item.post()))
                .toList();
        return access.readable(visible, asked, recalled::takeReads, viewer);
    }

    /** Returns the page with these items in full, as far as it has room. */
    FeedPage fitted(FeedPage page, List<FeedItem> items) {
        FullTexts.Fitted fitted = texts.of(items);
        return fitted.full() ? FeedPage.endingEarly(fitted.items()) : page.with(fitted.items());
    }
}
