package io.feedmill.api.follow;

import io.feedmill.api.cursor.CursorScope;
import io.feedmill.api.cursor.PageQuery;
import io.feedmill.api.cursor.PageQuery.ItemPage;
import io.feedmill.api.http.ClientIds;
import io.feedmill.api.problem.ProblemException;
import io.feedmill.api.problem.ProblemType;
import io.feedmill.api.security.Access;
import io.feedmill.api.security.Scope;
import io.feedmill.common.follow.FollowStore;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.follow.FollowStore.FollowResult;
import io.feedmill.common.follow.ReaderStore;
import io.feedmill.common.key.UserId;
import io.feedmill.common.storage.Page;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/v1/users/{user}")
@Access(scope = Scope.FOLLOW, owner = "{user}")
record FollowController(FollowStore follows, ReaderStore readers, FollowChanges changes) {
    /** The policy of a user: {@code "open"}, or {@code "asks"}: follows of the user are requests. */
    record FollowPolicy(String policy) {
        private static final String OPEN = "open";
        private static final String ASKS = "asks";

        boolean asks() {
            if (!Set.of(OPEN, ASKS).contains(policy)) {
                throw ProblemException.invalidBody("Invalid 'policy': use \"open\" or \"asks\".");
            }
            return policy.equals(ASKS);
        }
    }

    @GetMapping(path = "/follow-policy", produces = MediaType.APPLICATION_JSON_VALUE)
    FollowPolicy getFollowPolicy(@PathVariable String user) {
        return new FollowPolicy(follows.asks(ClientIds.user("user", user)) ? FollowPolicy.ASKS : FollowPolicy.OPEN);
    }

    @PutMapping(path = "/follow-policy", consumes = MediaType.APPLICATION_JSON_VALUE)
    void putFollowPolicy(@PathVariable String user, @RequestBody FollowPolicy body) {
        follows.setAsks(ClientIds.user("user", user), body.asks());
    }

    @GetMapping(path = "/requests", produces = MediaType.APPLICATION_JSON_VALUE)
    ItemPage<String> followRequests(@PathVariable String user, PageQuery query) {
        return page("requests", user, query, follows::requests);
    }

    @PutMapping("/requests/{follower}")
    ResponseEntity<Void> acceptFollow(@PathVariable String user, @PathVariable String follower) {
        return answer(changes.accept(relation(follower, user)));
    }

    @DeleteMapping("/requests/{follower}")
    void refuseFollow(@PathVariable String user, @PathVariable String follower) {
        follows.refuse(relation(follower, user));
    }

    @DeleteMapping(path = "/requests", produces = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<FollowChanges.Refusals> refuseFollows(@PathVariable String user) {
        return changes.refuseAll(ClientIds.user("user", user))
                .map(ResponseEntity::ok)
                .orElseGet(() -> ResponseEntity.noContent().build());
    }

    @PutMapping("/following/{author}")
    ResponseEntity<Void> follow(@PathVariable String user, @PathVariable String author) {
        return answer(changes.follow(relation(user, author)));
    }

    private static ResponseEntity<Void> answer(FollowResult result) {
        return switch (result) {
            case FollowResult.Followed followed -> ResponseEntity.noContent().build();
            case FollowResult.Unchanged unchanged -> ResponseEntity.noContent().build();
            case FollowResult.Requested requested -> ResponseEntity.accepted().build();
            case FollowResult.NotRequested absent ->
                throw new ProblemException(ProblemType.FOLLOW_REQUEST_NOT_FOUND, "The request is not open.");
            case FollowResult.Blocked blocked ->
                throw new ProblemException(
                        ProblemType.BLOCKED, "One of the two users blocks the other: the block has to end first.");
            case FollowResult.Full full ->
                throw ProblemException.refusal(
                        ProblemType.TOO_MANY_FOLLOWS,
                        "The follower follows as many authors as one may: a follow has to end first.");
            case FollowResult.TooManyRequests full ->
                throw ProblemException.refusal(
                        ProblemType.TOO_MANY_FOLLOW_REQUESTS,
                        "The user has as many open requests as one may: take one back first.");
        };
    }

    @DeleteMapping("/following/{author}")
    void unfollow(@PathVariable String user, @PathVariable String author) {
        changes.unfollow(relation(user, author));
    }

    /** Removes a follower without a block. */
    @DeleteMapping("/followers/{follower}")
    void removeFollower(@PathVariable String user, @PathVariable String follower) {
        changes.unfollow(relation(follower, user));
    }

    @GetMapping("/following/{author}")
    void isFollowing(@PathVariable String user, @PathVariable String author) {
        Follow follow = relation(user, author);
        if (!follows.follows(follow)) {
            throw follows.isRequested(follow)
                    ? new ProblemException(ProblemType.FOLLOW_REQUESTED, "The author has not answered the request yet.")
                    : new ProblemException(ProblemType.FOLLOW_NOT_FOUND, "The user does not follow this author.");
        }
    }

    @GetMapping(path = "/following", produces = MediaType.APPLICATION_JSON_VALUE)
    ItemPage<String> following(
            @PathVariable String user, @RequestParam(required = false) @Nullable String of, PageQuery query) {
        if (of == null) {
            return page("following", user, query, follows::following);
        }
        List<UserId> authors = ClientIds.list("of", of, UserId::new);
        return page("following-of", user, query, (follower, after, limit) -> { // one page: it issues no cursor
            Set<UserId> followed = follows.followed(follower, Set.copyOf(authors));
            return new Page<>(authors.stream().filter(followed::contains).toList(), null);
        });
    }

    @GetMapping(path = "/followers", produces = MediaType.APPLICATION_JSON_VALUE)
    ItemPage<String> followers(@PathVariable String user, PageQuery query) {
        return page("followers", user, query, follows::followers);
    }

    private static Follow relation(String user, String author) {
        return new Follow(ClientIds.user("user", user), other("author", author, user, ProblemType.SELF_FOLLOW));
    }

    @PutMapping("/muted/{author}")
    void mute(@PathVariable String user, @PathVariable String author) {
        if (!readers.mute(ClientIds.user("user", user), other("author", author, user, ProblemType.SELF_MUTE))) {
            throw full(ProblemType.TOO_MANY_MUTES, "mute");
        }
    }

    @DeleteMapping("/muted/{author}")
    void unmute(@PathVariable String user, @PathVariable String author) {
        readers.unmute(ClientIds.user("user", user), other("author", author, user, ProblemType.SELF_MUTE));
    }

    @PutMapping("/blocked/{other}")
    void block(@PathVariable String user, @PathVariable String other) {
        if (!changes.block(ClientIds.user("user", user), other("other", other, user, ProblemType.SELF_BLOCK))) {
            throw full(ProblemType.TOO_MANY_BLOCKS, "block");
        }
    }

    @DeleteMapping("/blocked/{other}")
    void unblock(@PathVariable String user, @PathVariable String other) {
        readers.unblock(ClientIds.user("user", user), other("other", other, user, ProblemType.SELF_BLOCK));
    }

    @GetMapping(path = "/muted", produces = MediaType.APPLICATION_JSON_VALUE)
    ItemPage<String> mutedUsers(@PathVariable String user, PageQuery query) {
        return page("muted", user, query, readers::mutedBy);
    }

    @GetMapping(path = "/blocked", produces = MediaType.APPLICATION_JSON_VALUE)
    ItemPage<String> blockedUsers(@PathVariable String user, PageQuery query) {
        return page("blocked", user, query, readers::blockedBy);
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

    /** Reads the users of a list: those after this one (null: from the first), up to the limit. */
    @FunctionalInterface
    private interface UserList {
        Page<UserId, UserId> read(UserId of, @Nullable UserId after, int limit);
    }

    private static ItemPage<String> page(String name, String user, PageQuery query, UserList list) {
        UserId of = ClientIds.user("user", user);
        CursorScope scope = CursorScope.of(name, of);
        Page<UserId, UserId> page = list.read(of, query.after(scope, UserId::new), query.limit());
        return query.page(scope, page, UserId::value, UserId::value);
    }
}
