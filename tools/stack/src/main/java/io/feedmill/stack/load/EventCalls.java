package io.feedmill.stack.load;

import io.feedmill.client.FeedmillClient;
import io.feedmill.client.Post;
import io.feedmill.client.Post.NewPost;
import io.feedmill.client.Post.Permissions;
import io.feedmill.client.ProblemException;
import io.feedmill.stack.living.Event;
import io.feedmill.stack.load.Persistence.Answer;
import java.net.HttpURLConnection;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * Makes the calls of events, each again until it is answered. Thread-safe for calls about different posts, or about different pairs of users; those
 * about the same must come one after the other.
 */
public final class EventCalls {
    private final Supplier<FeedmillClient> apis;
    private final Persistence persistence;
    private final String marker;
    private final Map<String, Post> posts;

    /**
     * @param marker makes the idempotency keys of these calls different from all others
     */
    public EventCalls(FeedmillClient feedmill, Persistence persistence, String marker) {
        this(() -> feedmill, persistence, marker);
    }

    /** As the other one, with a client for each attempt of a call. */
    public EventCalls(Supplier<FeedmillClient> apis, Persistence persistence, String marker) {
        this(apis, persistence, marker, new ConcurrentHashMap<>());
    }

    private EventCalls(Supplier<FeedmillClient> apis, Persistence persistence, String marker, Map<String, Post> posts) {
        this.apis = apis;
        this.persistence = persistence;
        this.marker = marker;
        this.posts = posts;
    }

    /** Returns calls of another instance of the API, about the same posts. */
    public EventCalls through(FeedmillClient other) {
        return new EventCalls(() -> other, persistence, marker, posts);
    }

    /**
     * Returns whether Feedmill accepted the call, and how often it was sent: it refuses a follow past a block, and a change of a retracted post. Throws
     * a {@link ProblemException} if it was never answered.
     */
    public Answer<Boolean> send(Event event) {
        return persistence.call(() -> isAccepted(event));
    }

    /** Returns a published post as its last edit made it, by its name in the events. */
    public Post post(String name) {
        return Objects.requireNonNull(posts.get(name), name);
    }

    /** Returns the published posts by their names in the events. */
    public Map<String, Post> posts() {
        return Map.copyOf(posts);
    }

    private boolean isAccepted(Event event) {
        try {
            call(event);
            return true;
        } catch (ProblemException e) {
            if (e.status() == HttpURLConnection.HTTP_FORBIDDEN || e.status() == HttpURLConnection.HTTP_GONE) {
                return false;
            }
            throw e;
        }
    }

    private void call(Event event) {
        switch (event) {
            case Event.Publish post -> posts.put(post.post(), publish(post));
            case Event.Edit edit -> posts.put(edit.post(), edit(post(edit.post()), edit.text()));
            case Event.Retract retract ->
                apis.get().retractPost(post(retract.post()).id());
            case Event.Permit permit -> permit(post(permit.post()), permit.readers());
            case Event.Follow follow -> apis.get().follow(follow.user(), follow.author());
            case Event.Unfollow unfollow -> apis.get().unfollow(unfollow.user(), unfollow.author());
            case Event.Mute mute -> apis.get().mute(mute.user(), mute.author());
            case Event.Unmute unmute -> apis.get().unmute(unmute.user(), unmute.author());
            case Event.Block block -> apis.get().block(block.user(), block.other());
            case Event.Unblock unblock -> apis.get().unblock(unblock.user(), unblock.other());
        }
    }

    private Post publish(Event.Publish post) {
        return apis.get().publishPost(new NewPost(post.author(), post.text()), marker + "-" + post.post());
    }

    /** No readers: everyone. */
    private void permit(Post post, Set<String> readers) {
        Permissions permissions = readers.isEmpty() ? Permissions.PUBLIC : new Permissions(readers);
        apis.get().as(post.author()).putPermissions(post.id(), permissions);
    }

    private Post edit(Post post, String text) {
        try {
            return apis.get().as(post.author()).editPost(post.id(), post.version(), text, null);
        } catch (ProblemException e) {
            if (e.status() == HttpURLConnection.HTTP_PRECON_FAILED) {
                // An earlier call had no answer, and its effect.
                return new Post(post.id(), post.author(), text, null, post.createdAt(), post.version() + 1, null);
            }
            throw e;
        }
    }
}
