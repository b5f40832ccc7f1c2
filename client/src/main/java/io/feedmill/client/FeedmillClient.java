package io.feedmill.client;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Calls the API of a Feedmill. A call blocks until it is answered; no answer, and one that is no success, is a {@link ProblemException}. If refused with
 * 429, or 503 and a repetition does no harm, it is sent again when the answer says, within the {@link Limits}. A stream reads page by page. Thread-safe.
 */
public interface FeedmillClient {
    /** Whether a user follows an author; {@code REQUESTED}: the author has not answered yet. */
    enum FollowState {
        FOLLOWING,
        REQUESTED,
        NOT_FOLLOWING
    }

    /** A message; its id is unique within the room. */
    record Message(String id, String room, String user, String text, Instant createdAt) {}
    /** An event of a device, at a time in whole milliseconds. */
    record Event(String id, Instant at, String data) {}
    /** A notification, as docs/notifications.md says; {@code post} is that of a reaction or mention, {@code counts} has all reactions to it. */
    record Notification(
            String id,
            String kind,
            String object,
            @Nullable FeedItem post,
            List<String> actors,
            boolean more,
            @Nullable Map<String, Long> counts,
            Instant at,
            boolean seen,
            boolean read,
            @Nullable Map<String, Object> data) {}

    record AppendResult(int stored, int duplicates) {}

    /** An event of a live home feed, which shows the items of the page and of later puts, without the posts that were removed since. */
    sealed interface LiveEvent {
        /** The newest items: the first event of a connection. */
        record Page(io.feedmill.client.Page<FeedItem> page) implements LiveEvent {}

        record Put(FeedItem item) implements LiveEvent {}
        /** A post that is {@code hidden}, or {@code older} than the newest 50: then it is still in the home feed. */
        record Remove(String post, String reason) implements LiveEvent {}
        /** The number of notifications that the user has not seen; {@code more}: there are more than these. */
        record Unseen(int unseen, boolean more) implements LiveEvent {}
        /** The last event: {@code shutdown}, {@code expired} (the token), {@code refused} or {@code unavailable}. */
        record End(String reason) implements LiveEvent {}
    }

    /** Returns a client of the API at the URL, which is https beyond this machine; the supplier is asked for the token each time that a call is sent. */
    static FeedmillClient of(URI api, Supplier<String> token, Limits limits) {
        boolean isLoopback = Set.of("127.0.0.1", "localhost", "[::1]").contains(String.valueOf(api.getHost()));
        if (!isLoopback && !"https".equals(api.getScheme())) {
            throw new IllegalArgumentException("The API must be https beyond this machine, not " + api);
        }
        return ofPrivateNetwork(api, token, limits);
    }

    /** As {@link #of}, also for http: within a cluster for instance, where nobody else on the way can read the token. */
    static FeedmillClient ofPrivateNetwork(URI api, Supplier<String> token, Limits limits) {
        return new Calls(Transport.of(api, token, limits, Thread::sleep), null).of(FeedmillClient.class);
    }

    /** The time that an answer may take, unless the call has a limit of its own; how often a call is sent, and the time after which it is not sent again. */
    record Limits(Duration answer, int attempts, Duration repetition) {
        public static final Limits DEFAULT = new Limits(Duration.ofSeconds(30), 4, Duration.ofSeconds(30));
    }

    /**
     * The method and path of an operation, whose id is the name of the method. By their names, arguments become variables of the path, headers,
     * parameters of the query of a GET or DELETE, or fields of the body of a POST or PUT; {@code body} is the whole one. Null is left out.
     */
    @Target(ElementType.METHOD)
    @Retention(RetentionPolicy.RUNTIME)
    @interface Operation {
        String value();

        /** Whether a POST may be sent again, with the same idempotency key, after it perhaps had its effect. */
        boolean repeatable() default false;

        /** The field of the answer that is returned, null if it is absent; empty: all fields. */
        String field() default "";

        /** The number of seconds that the answer may take; 0: as the client says. */
        int seconds() default 0;
    }

    /** Returns the same client for a user, if the token is a service's: it sees and changes what the user may. */
    FeedmillClient as(String user);

    AdminClient admin();

    /** Publishes a post once, however often the call is sent. */
    @Operation(value = "POST /v1/posts", repeatable = true)
    Post publishPost(Post.NewPost body);

    /** Publishes a post; the same post with the same key again within 24 hours is answered with the first one. */
    @Operation(value = "POST /v1/posts", repeatable = true)
    Post publishPost(Post.NewPost body, String idempotencyKey);

    @Operation("GET /v1/posts/{id}")
    Post getPost(String id);

    /** Returns those of up to 100 posts that may be read; {@code with} {@code reactions}, {@code counts}, {@code reactions,counts} or null: neither. */
    @Operation("GET /v1/posts")
    Post.Listed getPosts(List<String> ids, @Nullable String with);

    /** Makes the next version of a post, if it has the version {@code ifMatch}. */
    @Operation("PUT /v1/posts/{id}")
    Post editPost(
            String id, long ifMatch, String text, @Nullable Map<String, Object> data, @Nullable List<String> mentions);

    @Operation("DELETE /v1/posts/{id}")
    void retractPost(String id);

    @Operation(value = "GET /v1/posts/{id}/permissions", field = "permissions")
    Post.Permissions getPermissions(String id);

    @Operation("PUT /v1/posts/{id}/permissions")
    void putPermissions(String id, Post.Permissions permissions);

    @Operation("GET /v1/posts/{id}/metadata")
    Map<String, String> getMetadata(String id);

    @Operation("PUT /v1/posts/{id}/metadata")
    void putMetadata(String id, Map<String, String> body);

    @Operation("GET /v1/posts/{id}/versions")
    Stream<Post.Version> postVersions(String id);

    @Operation("GET /v1/posts/{id}/versions/{number}")
    Post.Version getVersion(String id, long number);

    @Operation("GET /v1/posts/{id}/counters")
    Post.Counters getPostCounters(String id);

    @Operation("PUT /v1/posts/{id}/reactions/{kind}/{user}")
    void addReaction(String id, String kind, String user);

    @Operation("DELETE /v1/posts/{id}/reactions/{kind}/{user}")
    void removeReaction(String id, String kind, String user);

    @Operation(value = "POST /v1/posts/{id}/views", repeatable = true)
    void recordView(String id, String viewer);

    /** Returns a job of the post; null: that of the publication. */
    @Operation("GET /v1/posts/{id}/fanout")
    Job getFanout(String id, @Nullable String job);

    @Operation("GET /v1/posts/{id}/fanout/{user}")
    Job.Receipt getReaderFanout(String id, String user);

    @Operation("GET /v1/posts/{id}/jobs")
    Stream<Job> postJobs(String id);

    @Operation("GET /v1/feeds/home/{user}")
    Stream<FeedItem> homeFeed(String user);

    /** Returns a page, up to 100 items; cursor null: the first; not {@code seen} if nobody may read it, as in a digest; {@code with} as {@link #getPosts}. */
    @Operation("GET /v1/feeds/home/{user}")
    Page<FeedItem> homeFeed(
            String user, int limit, @Nullable String cursor, @Nullable Boolean seen, @Nullable String with);

    /** Listens to the home feed on one connection, until it ends, is cut (a {@link ProblemException}), or the stream is closed: close it in any case. */
    @Operation("GET /v1/feeds/home/{user}/live")
    Stream<LiveEvent> liveHomeFeed(String user);

    /** Returns what an author wrote in a range of time, newest first; null: no bound. */
    @Operation("GET /v1/feeds/user/{author}")
    Stream<FeedItem> authorFeed(String author, @Nullable Instant from, @Nullable Instant to);

    @Operation("GET /v1/places/{country}/posts")
    Stream<Post> postsInCountry(String country);

    @Operation("GET /v1/places/{country}/{state}/posts")
    Stream<Post> postsInState(String country, String state);

    @Operation("GET /v1/places/{country}/{state}/{city}/posts")
    Stream<Post> postsInCity(String country, String state, String city);

    @Operation("POST /v1/feeds/home/{user}:rebuild")
    FeedItem.Rebuild rebuildFeed(String user);

    @Operation("GET /v1/feeds/home/{user}:rebuild")
    FeedItem.Rebuild getRebuild(String user);

    @Operation("GET /v1/users/{user}/counters")
    Post.AuthorCounters getAuthorCounters(String user);

    @Operation("PUT /v1/users/{user}/following/{author}")
    FollowState follow(String user, String author);

    @Operation("DELETE /v1/users/{user}/following/{author}")
    void unfollow(String user, String author);

    @Operation("GET /v1/users/{user}/following/{author}")
    FollowState isFollowing(String user, String author);

    @Operation("GET /v1/users/{user}/following")
    Stream<String> following(String user);

    /** Returns those of up to 100 users whom the user follows. */
    @Operation("GET /v1/users/{user}/following")
    Stream<String> following(String user, List<String> of);

    @Operation("GET /v1/users/{user}/followers")
    Stream<String> followers(String user);

    @Operation("DELETE /v1/users/{user}/followers/{follower}")
    void removeFollower(String user, String follower);

    /** Says how follows of the user begin: {@code open}, or {@code asks}, with a request. */
    @Operation(value = "GET /v1/users/{user}/follow-policy", field = "policy")
    String getFollowPolicy(String user);

    @Operation("PUT /v1/users/{user}/follow-policy")
    void putFollowPolicy(String user, String policy);

    @Operation("GET /v1/users/{user}/requests")
    Stream<String> followRequests(String user);

    @Operation("PUT /v1/users/{user}/requests/{follower}")
    void acceptFollow(String user, String follower);

    @Operation("DELETE /v1/users/{user}/requests/{follower}")
    void refuseFollow(String user, String follower);

    /** Refuses up to 100 requests. Returns how many, if more are open: call again; null: none is. */
    @Operation(value = "DELETE /v1/users/{user}/requests", field = "refused")
    @Nullable Integer refuseFollows(String user);

    @Operation("PUT /v1/users/{user}/muted/{author}")
    void mute(String user, String author);

    @Operation("DELETE /v1/users/{user}/muted/{author}")
    void unmute(String user, String author);

    @Operation("GET /v1/users/{user}/muted")
    Stream<String> mutedUsers(String user);

    @Operation("PUT /v1/users/{user}/blocked/{other}")
    void block(String user, String other);

    @Operation("DELETE /v1/users/{user}/blocked/{other}")
    void unblock(String user, String other);

    @Operation("GET /v1/users/{user}/blocked")
    Stream<String> blockedUsers(String user);

    @Operation("GET /v1/users/{user}/notifications")
    Stream<Notification> notifications(String user);

    @Operation("GET /v1/users/{user}/notifications:unseen")
    LiveEvent.Unseen unseenNotifications(String user);

    @Operation("PUT /v1/users/{user}/notifications:seen")
    void seeNotifications(String user, Instant until);

    @Operation("PUT /v1/users/{user}/notifications/{id}:read")
    void readNotification(String user, String id);

    @Operation(value = "POST /v1/users/{user}/notifications", repeatable = true)
    void sendNotification(
            String user, String kind, String object, @Nullable String actor, @Nullable Map<String, Object> data);

    @Operation(value = "POST /v1/rooms/{room}/messages", repeatable = true)
    Message sendMessage(String room, String user, String text);

    /** Returns messages, newest first; null: of any user, without a bound. */
    @Operation("GET /v1/rooms/{room}/messages")
    Stream<Message> roomMessages(String room, @Nullable String user, @Nullable Instant from, @Nullable Instant to);

    @Operation("DELETE /v1/rooms/{room}/messages/{id}")
    void deleteMessage(String room, String id);

    @Operation(value = "POST /v1/devices/{device}/events", repeatable = true)
    AppendResult appendEvents(String device, List<Event> events);

    /** Returns events, in the order {@code newest} or {@code oldest} first; null: newest, without a bound. */
    @Operation("GET /v1/devices/{device}/events")
    Stream<Event> deviceEvents(String device, @Nullable Instant from, @Nullable Instant to, @Nullable String order);
}
