package io.feedmill.api.feed;

import io.feedmill.api.cursor.CursorScope;
import io.feedmill.api.cursor.PageQuery;
import io.feedmill.api.cursor.PageQuery.ItemPage;
import io.feedmill.api.feed.HomePages.HomePage;
import io.feedmill.api.http.ClientIds;
import io.feedmill.api.http.TimeRange;
import io.feedmill.api.problem.ProblemException;
import io.feedmill.api.security.Access;
import io.feedmill.api.security.Caller;
import io.feedmill.api.security.Scope;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.feed.FeedStore.FeedPage;
import io.feedmill.common.feed.FeedStore.PageRequest;
import io.feedmill.common.key.FeedKey;
import io.feedmill.common.key.KeyRange;
import io.feedmill.common.key.UserId;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping(path = "/v1/feeds", produces = MediaType.APPLICATION_JSON_VALUE)
record FeedController(HomePages homes, AuthorPages authors) {
    @GetMapping("/home/{user}")
    @Access(scope = Scope.FEED, owner = "{user}")
    ItemPage<FeedItemResponse> homeFeed(
            @PathVariable String user,
            @RequestParam(required = false) @Nullable String seen,
            ExtrasQuery with,
            PageQuery query) {
        UserId reader = ClientIds.user("user", user);
        FeedKey after = query.after(FeedItemResponse.home(reader), FeedKey::parse);
        PageRequest request = new PageRequest(null, after, query.limit());
        ExtrasQuery extras = with.begun(reader, after);
        HomePage page = homes.page(reader, request, isSeen(seen));
        return FeedItemResponse.page(
                query, reader, page, extras.ofItems(page.page().items(), reader));
    }

    @GetMapping("/user/{author}")
    @Access(scope = Scope.FEED, owner = Access.READER)
    ItemPage<FeedItemResponse> authorFeed(
            @PathVariable String author, TimeRange range, Caller caller, ExtrasQuery with, PageQuery query) {
        UserId id = ClientIds.user("author", author);
        KeyRange keys = range.bounded() ? FeedKey.range(range.from(), range.to()) : null;
        CursorScope scope = keys == null
                ? CursorScope.of("feed", FeedName.author(id).value(), caller.viewer())
                : CursorScope.of("feed", FeedName.author(id).value(), caller.viewer(), keys.first(), keys.last());
        FeedKey after = query.after(scope, FeedKey::parse);
        FeedKey from = after == null && keys != null ? FeedKey.parse(keys.first()) : after;
        ExtrasQuery extras = with.begun(caller.viewer(), from);
        FeedPage page = authors.page(id, new PageRequest(keys, after, query.limit()), caller.viewer());
        return FeedItemResponse.page(query, scope, page, extras.ofItems(page.items(), caller.viewer()));
    }

    /** @param seen {@code false} for a page that the reader does not see, such as that of a digest; null: true */
    private static boolean isSeen(@Nullable String seen) {
        if (seen != null && !Set.of("true", "false").contains(seen)) {
            throw ProblemException.invalidParameter("Invalid 'seen': use true or false.");
        }
        return !"false".equals(seen);
    }
}
