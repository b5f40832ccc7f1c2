package io.feedmill.api.feed;

import com.fasterxml.jackson.annotation.JsonRawValue;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.feedmill.api.cursor.CursorScope;
import io.feedmill.api.cursor.PageQuery;
import io.feedmill.api.cursor.PageQuery.ItemPage;
import io.feedmill.api.feed.ExtrasQuery.Extras;
import io.feedmill.api.feed.HomePages.HomePage;
import io.feedmill.api.http.ClientData;
import io.feedmill.api.http.Iso;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.feed.FeedStore.FeedPage;
import io.feedmill.common.key.FeedKey;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.storage.Page;
import java.time.Instant;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A feed item as clients see it; {@code post} is the post's id, {@code data} absent if the post has none. */
public record FeedItemResponse(
        String post,
        String author,
        String text,
        @JsonRawValue @Nullable String data,
        String createdAt,
        long version,
        String via,
        @JsonUnwrapped Extras extras) {

    public static FeedItemResponse of(FeedItem item) {
        return of(item, Extras.NONE);
    }

    public static FeedItemResponse of(FeedItem item, Extras extras) {
        return new FeedItemResponse(
                item.post().value(),
                item.author().value(),
                item.text(),
                ClientData.readable(item.data()),
                Iso.format(item.post().createdAt()),
                item.version(),
                item.via().value(),
                extras);
    }

    /** Returns the list of the cursors of a home feed. */
    static CursorScope home(UserId reader) {
        return CursorScope.of("feed", FeedName.home(reader).value(), reader);
    }

    public static ItemPage<FeedItemResponse> page(
            PageQuery query, UserId reader, HomePage home, Function<PostId, Extras> extras) {
        return page(query, home(reader), home.page(), extras).ofHome(home.rebuilding(), home.completeUntil());
    }

    static ItemPage<FeedItemResponse> page(
            PageQuery query, CursorScope scope, FeedPage page, Function<PostId, Extras> extras) {
        Function<FeedItem, FeedItemResponse> response = item -> of(item, extras.apply(item.post()));
        Instant since = page.since();
        return since == null
                ? query.page(scope, new Page<>(page.items(), page.next()), response, FeedKey::value)
                : ItemPage.trimmed(page.items().stream().map(response).toList(), since);
    }
}
