package io.feedmill.api.feed;

import io.feedmill.api.cursor.VisiblePage;
import io.feedmill.api.onread.Heads;
import io.feedmill.api.problem.ProblemException;
import io.feedmill.api.problem.ProblemType;
import io.feedmill.api.recall.RecallCopy;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.feed.FeedStore;
import io.feedmill.common.feed.FeedStore.FeedPage;
import io.feedmill.common.feed.FeedStore.PageRequest;
import io.feedmill.common.key.FeedKey;
import io.feedmill.common.key.UserId;
import io.feedmill.common.storage.Page;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Service;

/** Reads the pages of authors' feeds. */
@Service
record AuthorPages(FeedStore feeds, Heads heads, ShownItems shown) {
    /** Reads a page, past posts that were retracted or the viewer may not read; throws 404 if a block stands between the author and the viewer. */
    FeedPage page(UserId author, PageRequest request, @Nullable UserId viewer) {
        if (shown.access().isBlocked(author, viewer)) {
            throw new ProblemException(ProblemType.NOT_FOUND, "The viewer cannot read this feed.");
        }
        RecallCopy recalled = shown.recalls().copy();
        Page<FeedItem, FeedKey> page = VisiblePage.of(
                request.after(),
                request.limit(),
                (after, rows) -> {
                    FeedPage read = read(author, new PageRequest(request.range(), after, rows), viewer);
                    return new Page<>(
                            shown.readable(read.items(), recalled, item -> recalled.asksAbout(item.post()), viewer),
                            read.next());
                },
                item -> item.post().feedKey());
        return shown.fitted(new FeedPage(page.items(), page.next()), page.items());
    }

    /** The first rows are known if pages of home feeds have them, too. The author sees what was published just now elsewhere. */
    private FeedPage read(UserId author, PageRequest request, @Nullable UserId viewer) {
        boolean first = request.after() == null && request.range() == null && !author.equals(viewer);
        return (first ? heads.known(author) : Optional.<FeedPage>empty())
                .flatMap(head -> head.first(request.limit()))
                .orElseGet(() -> feeds.page(FeedName.author(author), request));
    }
}
