package io.feedmill.api.follow;

import io.feedmill.api.cursor.CursorScope;
import io.feedmill.api.cursor.PageQuery;
import io.feedmill.api.cursor.PageQuery.ItemPage;
import io.feedmill.api.http.ClientIds;
import io.feedmill.api.problem.ProblemException;
import io.feedmill.api.problem.ProblemType;
import io.feedmill.common.follow.FollowStore;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.key.UserId;
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
    private final FollowChanges changes;

    FollowController(FollowStore follows, FollowChanges changes) {
        this.follows = follows;
        this.changes = changes;
    }

    @PutMapping("/following/{author}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void follow(@PathVariable String user, @PathVariable String author) {
        if (!changes.follow(relation(user, author))) {
            throw new ProblemException(
                    ProblemType.BLOCKED, "One of the two users blocks the other: the block has to end first.");
        }
    }

    @DeleteMapping("/following/{author}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void unfollow(@PathVariable String user, @PathVariable String author) {
        changes.unfollow(relation(user, author));
    }

    /** Removes a follower without a block. */
    @DeleteMapping("/followers/{follower}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void removeFollower(@PathVariable String user, @PathVariable String follower) {
        changes.unfollow(relation(follower, user));
    }

    @GetMapping("/following/{author}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void isFollowing(@PathVariable String user, @PathVariable String author) {
        if (!follows.follows(relation(user, author))) {
            throw new ProblemException(ProblemType.FOLLOW_NOT_FOUND, "The user does not follow this author.");
        }
    }

    @GetMapping(path = "/following", produces = MediaType.APPLICATION_JSON_VALUE)
    ItemPage<String> following(@PathVariable String user, PageQuery query) {
        UserId follower = ClientIds.user("user", user);
        CursorScope scope = CursorScope.following(follower);
        return query.users(scope, follows.following(follower, query.after(scope, UserId::new), query.limit()));
    }

    @GetMapping(path = "/followers", produces = MediaType.APPLICATION_JSON_VALUE)
    ItemPage<String> followers(@PathVariable String user, PageQuery query) {
        UserId author = ClientIds.user("user", user);
        CursorScope scope = CursorScope.followers(author);
        return query.users(scope, follows.followers(author, query.after(scope, UserId::new), query.limit()));
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
