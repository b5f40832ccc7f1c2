package io.feedmill.api.feed;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonRawValue;
import io.feedmill.api.Iso;
import io.feedmill.api.cursor.CursorScope;
import io.feedmill.api.cursor.PageQuery;
import io.feedmill.api.cursor.PageQuery.ItemPage;
import io.feedmill.api.http.ClientIds;
import io.feedmill.api.http.TimeRange;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.feed.FeedStore.FeedPage;
import io.feedmill.common.feed.FeedStore.PageRequest;
import io.feedmill.common.key.FeedKey;
import io.feedmill.common.key.KeyRange;
import io.feedmill.common.key.UserId;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping(path = "/v1/feeds", produces = MediaType.APPLICATION_JSON_VALUE)
final class FeedController {
    private final FeedReader feeds;

    FeedController(FeedReader feeds) {
        this.feeds = feeds;
    }

    /** A feed item; {@code post} is the post's id, {@code data} absent if the post has none. */
    record FeedItemResponse(
            String post,
            String author,
            String text,

            @JsonInclude(JsonInclude.Include.NON_NULL) @JsonRawValue @Nullable String data,

            String createdAt,
            long version,
            String via) {

        static FeedItemResponse of(FeedItem item) {
            return new FeedItemResponse(
                    item.post().value(),
                    item.author().value(),
                    item.text(),
                    item.data(),
                    Iso.format(item.post().createdAt()),
                    item.revision(),
                    item.via().value());
        }
    }

    @GetMapping("/home/{user}")
    ItemPage<FeedItemResponse> home(@PathVariable String user, PageQuery query) {
        UserId owner = ClientIds.user("user", user);
        return page(FeedName.home(owner), null, query, owner);
    }

    @GetMapping("/user/{author}")
    ItemPage<FeedItemResponse> author(
            @PathVariable String author,
            TimeRange range,
            @RequestParam(required = false) @Nullable String viewer,
            PageQuery query) {
        FeedName feed = FeedName.author(ClientIds.user("author", author));
        KeyRange keys = range.bounded() ? FeedKey.range(range.from(), range.to()) : null;
        return page(feed, keys, query, ClientIds.viewer(viewer));
    }

    private ItemPage<FeedItemResponse> page(
            FeedName feed, @Nullable KeyRange range, PageQuery query, @Nullable UserId viewer) {
        CursorScope scope = CursorScope.feed(feed, range, viewer);
        FeedKey after = query.after(scope, FeedKey::parse);
        FeedPage page = feeds.page(feed, new PageRequest(range, after, query.limit()), viewer);
        FeedKey next = page.next();
        return query.page(
                scope, page.items().stream().map(FeedItemResponse::of).toList(), next == null ? null : next.value());
    }
}
