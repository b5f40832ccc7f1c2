package io.feedmill.api.follow;

import io.feedmill.api.id.ClientIds;
import io.feedmill.api.problem.ProblemException;
import io.feedmill.api.problem.ProblemType;
import io.feedmill.common.follow.Follow;
import io.feedmill.common.follow.FollowStore;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/v1/users/{user}/following/{author}")
final class FollowController {
    private final FollowStore follows;

    FollowController(FollowStore follows) {
        this.follows = follows;
    }

    @PutMapping
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void follow(@PathVariable String user, @PathVariable String author) {
        follows.follow(relation(user, author));
    }

    @DeleteMapping
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void unfollow(@PathVariable String user, @PathVariable String author) {
        follows.unfollow(relation(user, author));
    }

    private static Follow relation(String user, String author) {
        Follow follow = new Follow(ClientIds.user("user", user), ClientIds.user("author", author));
        if (user.equals(author)) {
            throw new ProblemException(ProblemType.SELF_FOLLOW, "The user and the author are the same.");
        }
        return follow;
    }
}
