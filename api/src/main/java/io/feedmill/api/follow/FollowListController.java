package io.feedmill.api.follow;

import io.feedmill.api.cursor.CursorScope;
import io.feedmill.api.cursor.Cursors;
import io.feedmill.api.id.ClientIds;
import io.feedmill.api.page.ItemPage;
import io.feedmill.api.page.Limit;
import io.feedmill.common.follow.FollowStore;
import io.feedmill.common.follow.UserPage;
import io.feedmill.common.key.UserId;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping(path = "/v1/users/{user}", produces = MediaType.APPLICATION_JSON_VALUE)
final class FollowListController {
    private final FollowStore follows;
    private final Cursors cursors;

    FollowListController(FollowStore follows, Cursors cursors) {
        this.follows = follows;
        this.cursors = cursors;
    }

    @GetMapping("/following")
    ItemPage<String> following(
            @PathVariable String user,
            @RequestParam(required = false) @Nullable String limit,
            @RequestParam(required = false) @Nullable String cursor) {
        UserId owner = ClientIds.user("user", user);
        CursorScope scope = CursorScope.following(owner);
        UserId after = position(scope, cursor);
        return answer(scope, follows.following(owner, after, Limit.parse(limit)));
    }

    @GetMapping("/followers")
    ItemPage<String> followers(
            @PathVariable String user,
            @RequestParam(required = false) @Nullable String limit,
            @RequestParam(required = false) @Nullable String cursor) {
        UserId owner = ClientIds.user("user", user);
        CursorScope scope = CursorScope.followers(owner);
        UserId after = position(scope, cursor);
        return answer(scope, follows.followers(owner, after, Limit.parse(limit)));
    }

    private @Nullable UserId position(CursorScope scope, @Nullable String cursor) {
        String position = cursors.position(scope, cursor);
        return position == null ? null : new UserId(position);
    }

    private ItemPage<String> answer(CursorScope scope, UserPage page) {
        UserId next = page.next();
        return new ItemPage<>(
                page.users().stream().map(UserId::value).toList(),
                cursors.issue(scope, next == null ? null : next.value()));
    }
}
