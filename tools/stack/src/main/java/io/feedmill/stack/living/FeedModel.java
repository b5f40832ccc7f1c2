package io.feedmill.stack.living;

import io.feedmill.stack.graph.FollowGraph;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What home feeds show once all work is done, computed from the calls alone. Exact while no author has more than {@link #MAX_POSTS_AN_AUTHOR}. Calls
 * about different posts, or about different pairs of users, may come in any order. Thread-safe.
 */
public final class FeedModel {
    /** The number of posts that a follow brings. */
    public static final int MAX_POSTS_AN_AUTHOR = 100;

    private final Map<String, Post> posts = new LinkedHashMap<>();
    private final Map<String, Set<String>> followers = new HashMap<>();
    private final Map<String, Set<String>> changed = new HashMap<>();
    private final Set<Pair> mutes = new HashSet<>();
    private final Set<Pair> blocks = new HashSet<>();
    private final Map<Class<?>, Integer> calls = new HashMap<>();

    /**
     * A post as it is now.
     *
     * @param changes the number of calls that changed it
     * @param readers besides the author; empty: everyone
     */
    public record Post(
            String name, String author, String text, int version, int changes, Set<String> readers, boolean retracted) {

        Post edited(String newText) {
            return new Post(name, author, newText, version + 1, changes + 1, readers, retracted);
        }

        Post permitted(Set<String> newReaders) {
            return newReaders.equals(readers)
                    ? this
                    : new Post(name, author, text, version, changes + 1, newReaders, retracted);
        }

        /** May be repeated. */
        Post gone() {
            return retracted ? this : new Post(name, author, text, version, changes + 1, readers, true);
        }

        /** Whether a user who follows the author may read it; the author may. */
        public boolean admits(String user) {
            return !retracted && (user.equals(author) || readers.isEmpty() || readers.contains(user));
        }

        /** Returns whether it was retracted, or its readers changed: then its fan-out may have skipped followers. */
        public boolean wasRestricted() {
            return changes >= version;
        }
    }

    /**
     * The number of followers of an author.
     *
     * @param always those whose follow no call changed
     * @param ever those who follow, or did before a call
     */
    public record Followers(int always, int ever) {}

    /** Who does it, and to whom. */
    private record Pair(String user, String other) {

        Pair reversed() {
            return new Pair(other, user);
        }
    }

    /** Creates a model that begins with the follows of the graph. */
    public static FeedModel of(FollowGraph graph) {
        FeedModel model = new FeedModel();
        for (int user = 0; user < graph.size(); user++) {
            String follower = graph.id(user);
            graph.followedBy(user)
                    .forEach(author -> model.followersOf(graph.id(author)).add(follower));
        }
        return model;
    }

    /** Returns false if Feedmill refuses the call: a follow past a block, a change of a retracted post. */
    public synchronized boolean accepts(Event event) {
        return switch (event) {
            case Event.Edit edit -> !post(edit.post()).retracted();
            case Event.Permit permit -> !post(permit.post()).retracted();
            case Event.Follow follow -> {
                Pair pair = new Pair(follow.user(), follow.author());
                yield !blocks.contains(pair) && !blocks.contains(pair.reversed());
            }
            default -> true;
        };
    }

    private Post post(String name) {
        return Objects.requireNonNull(posts.get(name), name);
    }

    /** Whether the call would change nothing. */
    public synchronized boolean has(Event event) {
        return switch (event) {
            case Event.Publish publish -> posts.containsKey(publish.post());
            case Event.Edit edit -> post(edit.post()).text().equals(edit.text());
            case Event.Permit permit -> post(permit.post()).readers().equals(permit.readers());
            case Event.Retract retract -> post(retract.post()).retracted();
            case Event.Follow follow -> follows(follow.user(), follow.author());
            case Event.Unfollow unfollow -> !follows(unfollow.user(), unfollow.author());
            case Event.Mute mute -> mutes.contains(new Pair(mute.user(), mute.author()));
            case Event.Unmute unmute -> !mutes.contains(new Pair(unmute.user(), unmute.author()));
            case Event.Block block -> blocks.contains(new Pair(block.user(), block.other()));
            case Event.Unblock unblock -> !blocks.contains(new Pair(unblock.user(), unblock.other()));
        };
    }

    /** Applies a call. Returns whether Feedmill accepts it. */
    public synchronized boolean apply(Event event) {
        calls.merge(event.getClass(), 1, Integer::sum);
        if (!accepts(event)) {
            return false;
        }
        switch (event) {
            case Event.Publish publish -> publish(publish);
            case Event.Edit edit -> posts.put(edit.post(), post(edit.post()).edited(edit.text()));
            case Event.Permit permit ->
                posts.put(permit.post(), post(permit.post()).permitted(permit.readers()));
            case Event.Retract retract ->
                posts.put(retract.post(), post(retract.post()).gone());
            case Event.Follow follow -> follow(new Pair(follow.user(), follow.author()));
            case Event.Unfollow unfollow -> unfollow(new Pair(unfollow.user(), unfollow.author()));
            case Event.Mute mute -> mutes.add(new Pair(mute.user(), mute.author()));
            case Event.Unmute unmute -> mutes.remove(new Pair(unmute.user(), unmute.author()));
            case Event.Block block -> block(new Pair(block.user(), block.other()));
            case Event.Unblock unblock -> blocks.remove(new Pair(unblock.user(), unblock.other()));
        }
        return true;
    }

    private void publish(Event.Publish event) {
        posts.putIfAbsent(event.post(), new Post(event.post(), event.author(), event.text(), 1, 0, Set.of(), false));
    }

    private void follow(Pair pair) {
        if (followersOf(pair.other()).add(pair.user())) {
            changedOf(pair.other()).add(pair.user());
        }
    }

    private void unfollow(Pair pair) {
        if (followersOf(pair.other()).remove(pair.user())) {
            changedOf(pair.other()).add(pair.user());
        }
    }

    private void block(Pair pair) {
        unfollow(pair);
        unfollow(pair.reversed());
        blocks.add(pair);
    }

    private Set<String> followersOf(String author) {
        return followers.computeIfAbsent(author, id -> new HashSet<>());
    }

    private Set<String> changedOf(String author) {
        return changed.computeIfAbsent(author, id -> new HashSet<>());
    }

    /** Returns the posts that are in a user's home feed, in the order in which they were published. */
    public synchronized List<Post> rows(String user) {
        return posts.values().stream()
                .filter(post -> post.admits(user)
                        && (post.author().equals(user)
                                || followersOf(post.author()).contains(user)))
                .toList();
    }

    /** Returns those that a user's home feed shows: without muted authors. */
    public synchronized List<Post> homeFeed(String user) {
        Set<String> hidden = hidden(user);
        return rows(user).stream()
                .filter(post -> !hidden.contains(post.author()))
                .toList();
    }

    /** Returns the authors whom a user's pages leave out: muted and blocked ones. */
    public synchronized Set<String> hidden(String user) {
        Set<String> hidden = new HashSet<>();
        Stream.concat(mutes.stream(), blocks.stream())
                .filter(pair -> pair.user().equals(user))
                .forEach(pair -> hidden.add(pair.other()));
        return hidden;
    }

    /** Returns what an author wrote, also retracted posts, in the order in which they were published. */
    public synchronized List<Post> postsBy(String author) {
        return posts.values().stream()
                .filter(post -> post.author().equals(author))
                .toList();
    }

    /** Returns those that an author feed shows to the author. */
    public List<Post> authorFeed(String author) {
        return postsBy(author).stream().filter(post -> !post.retracted()).toList();
    }

    /** Returns all posts, also retracted ones, in the order in which they were published. */
    public synchronized List<Post> posts() {
        return List.copyOf(posts.values());
    }

    /** Returns the number of calls of this kind of event, refused ones included. */
    public synchronized int calls(Class<?> kind) {
        return calls.getOrDefault(kind, 0);
    }

    public synchronized boolean follows(String user, String author) {
        return followersOf(author).contains(user);
    }

    /** Returns those who follow the author now. */
    public synchronized Set<String> followers(String author) {
        return Set.copyOf(followersOf(author));
    }

    public synchronized Followers followersDuring(String author) {
        Set<String> ever = new HashSet<>(followersOf(author));
        Set<String> always = new HashSet<>(ever);
        ever.addAll(changedOf(author));
        always.removeAll(changedOf(author));
        return new Followers(always.size(), ever.size());
    }
}
