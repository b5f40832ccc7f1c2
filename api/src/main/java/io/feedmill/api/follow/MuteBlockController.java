package io.feedmill.api.follow;

import io.feedmill.api.cursor.PageQuery;
import io.feedmill.api.cursor.PageQuery.ItemPage;
import io.feedmill.api.http.ClientIds;
import io.feedmill.api.problem.ProblemException;
import io.feedmill.api.problem.ProblemType;
import io.feedmill.api.security.Access;
import io.feedmill.api.security.Scope;
import io.feedmill.common.follow.ReaderStore;
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

/** Mutes and blocks. */
@RestController
@RequestMapping("/v1/users/{user}")
@Access(scope = Scope.FOLLOW, owner = "{user}")
record MuteBlockController(ReaderStore readers, FollowChanges changes) {
    @PutMapping("/muted/{author}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void mute(@PathVariable String user, @PathVariable String author) {
        if (!readers.mute(user(user), other("author", author, user, ProblemType.SELF_MUTE))) {
            throw full(ProblemType.TOO_MANY_MUTES, "mute");
        }
    }

    @DeleteMapping("/muted/{author}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void unmute(@PathVariable String user, @PathVariable String author) {
        readers.unmute(user(user), other("author", author, user, ProblemType.SELF_MUTE));
    }

    @PutMapping("/blocked/{other}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void block(@PathVariable String user, @PathVariable String other) {
        if (!changes.block(user(user), other("other", other, user, ProblemType.SELF_BLOCK))) {
            throw full(ProblemType.TOO_MANY_BLOCKS, "block");
        }
    }

    @DeleteMapping("/blocked/{other}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void unblock(@PathVariable String user, @PathVariable String other) {
        readers.unblock(user(user), other("other", other, user, ProblemType.SELF_BLOCK));
    }

    @GetMapping(path = "/muted", produces = MediaType.APPLICATION_JSON_VALUE)
    ItemPage<String> mutedUsers(@PathVariable String user, PageQuery query) {
        return UserList.page("muted", user, query, readers::mutedBy);
    }

    @GetMapping(path = "/blocked", produces = MediaType.APPLICATION_JSON_VALUE)
    ItemPage<String> blockedUsers(@PathVariable String user, PageQuery query) {
        return UserList.page("blocked", user, query, readers::blockedBy);
    }

    private static UserId user(String user) {
        return ClientIds.user("user", user);
    }

    private static UserId other(String name, String id, String user, ProblemType self) {
        UserId other = ClientIds.user(name, id);
        if (id.equals(user)) {
            throw new ProblemException(self, "Users cannot do this to themselves: use two different ids.");
        }
        return other;
    }

    private static ProblemException full(ProblemType type, String verb) {
        return new ProblemException(
                type, "A user can " + verb + " up to " + ReaderStore.MAX + " others: remove one first.");
    }
}
