package io.feedmill.api.follow;

import io.feedmill.api.cursor.CursorScope;
import io.feedmill.api.cursor.PageQuery;
import io.feedmill.api.cursor.PageQuery.ItemPage;
import io.feedmill.api.http.ClientIds;
import io.feedmill.api.problem.ProblemException;
import io.feedmill.api.problem.ProblemType;
import io.feedmill.common.follow.FollowStore;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.follow.FollowStore.UserPage;
import io.feedmill.common.key.UserId;
import java.util.List;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/v1/users/{user}")
final class FollowController {
    private final FollowStore follows;

    FollowController(FollowStore follows) {
        this.follows = follows;
    }

    @PutMapping("/following/{author}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void follow(@PathVariable String user, @PathVariable String author) {
        follows.follow(relation(user, author));
    }

    @DeleteMapping("/following/{author}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void unfollow(@PathVariable String user, @PathVariable String author) {
        follows.unfollow(relation(user, author));
    }

    @GetMapping(path = "/following", produces = MediaType.APPLICATION_JSON_VALUE)
    ItemPage<String> following(@PathVariable String user, PageQuery query) {
        UserId follower = ClientIds.user("user", user);
        CursorScope scope = CursorScope.following(follower);
        return page(query, scope, follows.following(follower, query.after(scope, UserId::new), query.limit()));
    }

    @GetMapping(path = "/followers", produces = MediaType.APPLICATION_JSON_VALUE)
    ItemPage<String> followers(@PathVariable String user, PageQuery query) {
        UserId author = ClientIds.user("user", user);
        CursorScope scope = CursorScope.followers(author);
        return page(query, scope, follows.followers(author, query.after(scope, UserId::new), query.limit()));
    }

    private static ItemPage<String> page(PageQuery query, CursorScope scope, UserPage page) {
        UserId next = page.next();
        List<String> users = page.users().stream().map(UserId::value).toList();
        return query.page(scope, users, next == null ? null : next.value());
    }

    private static Follow relation(String user, String author) {
        Follow follow = new Follow(ClientIds.user("user", user), ClientIds.user("author", author));
        if (user.equals(author)) {
            throw new ProblemException(
                    ProblemType.SELF_FOLLOW, "Users cannot follow themselves: use two different ids.");
        }
        return follow;
    }
}
