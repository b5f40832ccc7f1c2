package io.feedmill.stack.load;

import io.feedmill.cli.client.FeedmillException;
import io.feedmill.stack.client.FeedmillClient;
import io.feedmill.stack.client.FeedmillClient.PublishedPost;
import io.feedmill.stack.living.Event;
import io.feedmill.stack.load.Persistence.Answer;
import java.net.HttpURLConnection;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Makes the calls of events, each again until it is answered. Thread-safe for calls about different posts, or about different pairs of users; those
 * about the same must come one after the other.
 */
public final class EventCalls {
    private final FeedmillClient feedmill;
    private final Persistence persistence;
    private final String marker;
    private final Map<String, PublishedPost> posts;

    /**
     * @param marker makes the idempotency keys of these calls different from all others
     */
    public EventCalls(FeedmillClient feedmill, Persistence persistence, String marker) {
        this(feedmill, persistence, marker, new ConcurrentHashMap<>());
    }

    private EventCalls(
            FeedmillClient feedmill, Persistence persistence, String marker, Map<String, PublishedPost> posts) {
        this.feedmill = feedmill;
        this.persistence = persistence;
        this.marker = marker;
        this.posts = posts;
    }

    /** Returns calls of another instance of the API, about the same posts. */
    public EventCalls through(FeedmillClient other) {
        return new EventCalls(other, persistence, marker, posts);
    }

    /**
     * Returns whether Feedmill accepted the call, and how often it was sent: it refuses a follow past a block, and a change of a retracted post. Throws
     * a {@link FeedmillException} if it was never answered.
     */
    public Answer<Boolean> send(Event event) {
        return persistence.call(() -> isAccepted(event));
    }

    /** Returns a published post as its last edit made it, by its name in the events. */
    public PublishedPost post(String name) {
        return Objects.requireNonNull(posts.get(name), name);
    }

    /** Returns the published posts by their names in the events. */
    public Map<String, PublishedPost> posts() {
        return Map.copyOf(posts);
    }

    private boolean isAccepted(Event event) {
        try {
            call(event);
            return true;
        } catch (FeedmillException e) {
            if (e.is(HttpURLConnection.HTTP_FORBIDDEN) || e.is(HttpURLConnection.HTTP_GONE)) {
                return false;
            }
            throw e;
        }
    }

    private void call(Event event) {
        switch (event) {
            case Event.Publish post ->
                posts.put(post.post(), feedmill.publish(post.author(), post.text(), marker + "-" + post.post()));
            case Event.Edit edit -> posts.put(edit.post(), edit(post(edit.post()), edit.text()));
            case Event.Retract retract -> feedmill.retract(post(retract.post()).id());
            case Event.Permit permit -> feedmill.permit(post(permit.post()), permit.readers());
            case Event.Follow follow -> feedmill.follow(follow.user(), follow.author());
            case Event.Unfollow unfollow -> feedmill.unfollow(unfollow.user(), unfollow.author());
            case Event.Mute mute -> feedmill.mute(mute.user(), mute.author());
            case Event.Unmute unmute -> feedmill.unmute(unmute.user(), unmute.author());
            case Event.Block block -> feedmill.block(block.user(), block.other());
            case Event.Unblock unblock -> feedmill.unblock(unblock.user(), unblock.other());
        }
    }

    private PublishedPost edit(PublishedPost post, String text) {
        try {
            return feedmill.edit(post, text);
        } catch (FeedmillException e) {
            if (e.is(HttpURLConnection.HTTP_PRECON_FAILED)) {
                // An earlier call had no answer, and its effect.
                return new PublishedPost(post.id(), post.author(), text, post.createdAt(), post.version() + 1);
            }
            throw e;
        }
    }
}
