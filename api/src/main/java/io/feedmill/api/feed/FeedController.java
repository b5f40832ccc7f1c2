package io.feedmill.api.feed;

import com.fasterxml.jackson.annotation.JsonRawValue;
import io.feedmill.api.cursor.CursorScope;
import io.feedmill.api.cursor.PageQuery;
import io.feedmill.api.cursor.PageQuery.ItemPage;
import io.feedmill.api.feed.FeedReader.HomePage;
import io.feedmill.api.http.ClientIds;
import io.feedmill.api.http.Iso;
import io.feedmill.api.http.TimeRange;
import io.feedmill.api.security.Access;
import io.feedmill.api.security.Caller;
import io.feedmill.api.security.Scope;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.feed.FeedStore.FeedPage;
import io.feedmill.common.feed.FeedStore.PageRequest;
import io.feedmill.common.key.FeedKey;
import io.feedmill.common.key.KeyRange;
import io.feedmill.common.key.UserId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping(path = "/v1/feeds", produces = MediaType.APPLICATION_JSON_VALUE)
record FeedController(FeedReader feeds) {
    /** A feed item; {@code post} is the post's id, {@code data} absent if the post has none. */
    record FeedItemResponse(
            String post,
            String author,
            String text,

            @JsonRawValue @Nullable String data,

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
                    item.version(),
                    item.via().value());
        }
    }

    @GetMapping("/home/{user}")
    @Access(scope = Scope.FEED, owner = "{user}")
    ItemPage<FeedItemResponse> homeFeed(@PathVariable String user, PageQuery query) {
        UserId reader = ClientIds.user("user", user);
        CursorScope scope = CursorScope.of("feed", FeedName.home(reader).value(), reader);
        FeedKey after = query.after(scope, FeedKey::parse);
        HomePage home = feeds.home(reader, new PageRequest(null, after, query.limit()));
        ItemPage<FeedItemResponse> page = page(query, scope, home.page());
        return home.rebuilding() ? page.whileRebuilding() : page.completeUntil(home.completeUntil());
    }

    @GetMapping("/user/{author}")
    @Access(scope = Scope.FEED, owner = Access.READER)
    ItemPage<FeedItemResponse> authorFeed(
            @PathVariable String author, TimeRange range, Caller caller, PageQuery query) {
        UserId id = ClientIds.user("author", author);
        KeyRange keys = range.bounded() ? FeedKey.range(range.from(), range.to()) : null;
        CursorScope scope = keys == null
                ? CursorScope.of("feed", FeedName.author(id).value(), caller.viewer())
                : CursorScope.of("feed", FeedName.author(id).value(), caller.viewer(), keys.first(), keys.last());
        FeedKey after = query.after(scope, FeedKey::parse);
        return page(query, scope, feeds.author(id, new PageRequest(keys, after, query.limit()), caller.viewer()));
    }

    private static ItemPage<FeedItemResponse> page(PageQuery query, CursorScope scope, FeedPage page) {
        Instant since = page.since();
        return since == null
                ? query.page(scope, page.items(), FeedItemResponse::of, page.next(), FeedKey::value)
                : ItemPage.trimmed(
                        page.items().stream().map(FeedItemResponse::of).toList(), since);
    }
}
