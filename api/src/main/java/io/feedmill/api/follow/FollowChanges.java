package io.feedmill.api.follow;

import io.feedmill.api.guard.WorkSender;
import io.feedmill.api.http.Charge;
import io.feedmill.common.follow.FollowChange;
import io.feedmill.common.follow.FollowStore;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.follow.FollowStore.FollowResult;
import io.feedmill.common.follow.FollowStore.UnfollowSettings;
import io.feedmill.common.follow.ReaderStore;
import io.feedmill.common.follow.ReaderStore.BlockResult;
import io.feedmill.common.follow.Reconcile;
import io.feedmill.common.key.UserId;
import io.feedmill.common.storage.Page;
import java.util.Optional;
import org.springframework.stereotype.Service;

/** Begins and ends follows, and requests them, then has the workers do what follows from it. */
@Service
record FollowChanges(FollowStore follows, ReaderStore readers, WorkSender sender, UnfollowSettings settings) {
    /** The calls that an unfollow counts as. */
    private static final int UNFOLLOW = 10;
    /** The requests that one call refuses, and of these, those that count as one call: they write about as much as a post. */
    private static final int MAX_REFUSED = 100;

    private static final int REFUSED_A_CALL = 4;

    /** The number of requests that a call refused, of which more are open. */
    record Refusals(int refused) {}

    /** Begins a follow, or requests it of an author who asks. */
    FollowResult follow(Follow follow) {
        return sent(follows.follow(follow));
    }

    FollowResult accept(Follow request) {
        return sent(follows.accept(request));
    }

    /** Refuses the requests to follow the user, up to the number that one call refuses. Returns empty if no more are open. */
    Optional<Refusals> refuseAll(UserId user) {
        Page<UserId, UserId> open = follows.requests(user, null, MAX_REFUSED);
        open.items().forEach(follower -> follows.refuse(new Follow(follower, user)));
        Charge.calls(open.items().size() / REFUSED_A_CALL);
        return Optional.ofNullable(open.next())
                .map(more -> new Refusals(open.items().size()));
    }

    private FollowResult sent(FollowResult result) {
        FollowChange change = result.change();
        if (change != null) {
            sender.send(Reconcile.of(change));
        }
        return result;
    }

    void unfollow(Follow follow) {
        follows.unfollow(follow).ifPresent(this::sendUnfollow);
    }

    /** The work of an unfollow reads the whole home feed, also of an author without posts. */
    void sendUnfollow(FollowChange unfollow) {
        Charge.calls(UNFOLLOW - 1);
        sender.send(Reconcile.of(unfollow), settings.grace());
    }

    /** Blocks the other user and ends the follows between the two. Returns false if the user blocks too many already. */
    boolean block(UserId user, UserId other) {
        return switch (readers.block(user, other)) {
            case BlockResult.Blocked blocked -> {
                blocked.ended().forEach(this::sendUnfollow);
                yield true;
            }
            case BlockResult.Full full -> false;
        };
    }
}
