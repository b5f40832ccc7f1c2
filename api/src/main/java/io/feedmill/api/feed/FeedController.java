package io.feedmill.api.feed;

import io.feedmill.api.cursor.CursorScope;
import io.feedmill.api.cursor.Cursors;
import io.feedmill.api.id.ClientIds;
import io.feedmill.api.page.ItemPage;
import io.feedmill.api.page.Limit;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.feed.FeedPage;
import io.feedmill.common.feed.PageRequest;
import io.feedmill.common.key.FeedKey;
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
    private final Cursors cursors;

    FeedController(FeedReader feeds, Cursors cursors) {
        this.feeds = feeds;
        this.cursors = cursors;
    }

    @GetMapping("/home/{user}")
    ItemPage<FeedItemResponse> home(
            @PathVariable String user,
            @RequestParam(required = false) @Nullable String limit,
            @RequestParam(required = false) @Nullable String cursor) {
        UserId reader = ClientIds.user("user", user);
        return page(FeedName.home(reader), new PageRequest(null, null, Limit.parse(limit)), cursor, reader);
    }

    @GetMapping("/user/{author}")
    ItemPage<FeedItemResponse> author(
            @PathVariable String author,
            @RequestParam(required = false) @Nullable String from,
            @RequestParam(required = false) @Nullable String to,
            @RequestParam(required = false) @Nullable String viewer,
            @RequestParam(required = false) @Nullable String limit,
            @RequestParam(required = false) @Nullable String cursor) {
        FeedName feed = FeedName.author(ClientIds.user("author", author));
        PageRequest request = new PageRequest(TimeSpan.parse(from, to), null, Limit.parse(limit));
        return page(feed, request, cursor, ClientIds.viewer(viewer));
    }

    private ItemPage<FeedItemResponse> page(
            FeedName feed, PageRequest request, @Nullable String cursor, @Nullable UserId viewer) {
        CursorScope scope = CursorScope.feed(feed, request.range());
        String position = cursors.position(scope, cursor);
        FeedKey after = position == null ? null : FeedKey.parse(position);
        FeedPage page = feeds.page(feed, request.after(after), viewer);
        FeedKey next = page.next();
        return new ItemPage<>(
                page.items().stream().map(FeedItemResponse::of).toList(),
                cursors.issue(scope, next == null ? null : next.value()));
    }
}
