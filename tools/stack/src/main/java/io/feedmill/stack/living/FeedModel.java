package io.feedmill.stack.living;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * What home feeds show once all work is done, computed from the calls alone. Exact while no author has more posts than a follow brings (100). Calls
 * about different posts, or about different pairs of users, may come in any order.
 */
public final class FeedModel {
    private final Map<String, Post> posts = new LinkedHashMap<>();
    private final Set<Pair> follows = new HashSet<>();
    private final Set<Pair> mutes = new HashSet<>();
    private final Set<Pair> blocks = new HashSet<>();

    /** A post as it is now. */
    public record Post(String name, String author, String text, int version, Set<String> readers, boolean retracted) {

        Post edited(String newText) {
            return new Post(name, author, newText, version + 1, readers, retracted);
        }

        Post permitted(Set<String> newReaders) {
            return new Post(name, author, text, version, newReaders, retracted);
        }

        Post gone() {
            return new Post(name, author, text, version, readers, true);
        }

        /** Whether a user who follows the author may read it; the author may. */
        public boolean admits(String user) {
            return !retracted && (user.equals(author) || readers.isEmpty() || readers.contains(user));
        }
    }

    /** Who does it, and to whom. */
    private record Pair(String user, String other) {

        Pair reversed() {
            return new Pair(other, user);
        }
    }

    /** Applies a call. Returns false if Feedmill refuses it: a follow past a block, a change of a retracted post. */
    public boolean apply(Event event) {
        return switch (event) {
            case Event.Publish publish -> publish(publish);
            case Event.Edit edit -> change(edit.post(), post -> post.edited(edit.text()));
            case Event.Permit permit -> change(permit.post(), post -> post.permitted(permit.readers()));
            case Event.Retract retract -> change(retract.post(), Post::gone);
            case Event.Follow follow -> follow(new Pair(follow.user(), follow.author()));
            case Event.Unfollow unfollow -> remove(follows, new Pair(unfollow.user(), unfollow.author()));
            case Event.Mute mute -> add(mutes, new Pair(mute.user(), mute.author()));
            case Event.Unmute unmute -> remove(mutes, new Pair(unmute.user(), unmute.author()));
            case Event.Block block -> block(new Pair(block.user(), block.other()));
            case Event.Unblock unblock -> remove(blocks, new Pair(unblock.user(), unblock.other()));
        };
    }

    private boolean publish(Event.Publish event) {
        return posts.putIfAbsent(event.post(), new Post(event.post(), event.author(), event.text(), 1, Set.of(), false))
                == null;
    }

    private boolean change(String name, UnaryOperator<Post> change) {
        Post post = Objects.requireNonNull(posts.get(name), name);
        if (post.retracted()) {
            return false;
        }
        posts.put(name, change.apply(post));
        return true;
    }

    private boolean follow(Pair pair) {
        return !blocks.contains(pair) && !blocks.contains(pair.reversed()) && add(follows, pair);
    }

    private boolean block(Pair pair) {
        follows.remove(pair);
        follows.remove(pair.reversed());
        return add(blocks, pair);
    }

    private static boolean add(Set<Pair> pairs, Pair pair) {
        pairs.add(pair);
        return true;
    }

    private static boolean remove(Set<Pair> pairs, Pair pair) {
        pairs.remove(pair);
        return true;
    }

    /** Returns the posts that are in a user's home feed, in the order in which they were published. */
    public List<Post> rows(String user) {
        return posts.values().stream()
                .filter(post -> post.admits(user)
                        && (post.author().equals(user) || follows.contains(new Pair(user, post.author()))))
                .toList();
    }

    /** Returns those that a user's home feed shows: without muted authors. */
    public List<Post> homeFeed(String user) {
        Set<String> hidden = hidden(user);
        return rows(user).stream()
                .filter(post -> !hidden.contains(post.author()))
                .toList();
    }

    /** Returns the authors whom a user's pages leave out: muted, blocked and blocking ones. */
    public Set<String> hidden(String user) {
        Set<String> hidden = new HashSet<>();
        Stream.concat(mutes.stream(), blocks.stream())
                .filter(pair -> pair.user().equals(user))
                .forEach(pair -> hidden.add(pair.other()));
        blocks.stream().filter(pair -> pair.other().equals(user)).forEach(pair -> hidden.add(pair.user()));
        return hidden;
    }

    /** Returns all posts, also retracted ones, in the order in which they were published. */
    public List<Post> posts() {
        return List.copyOf(posts.values());
    }

    public boolean follows(String user, String author) {
        return follows.contains(new Pair(user, author));
    }
}
