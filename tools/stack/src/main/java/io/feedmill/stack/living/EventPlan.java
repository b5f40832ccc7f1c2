package io.feedmill.stack.living;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Random sequences of calls: the same seed draws the same calls. Half of them are about the same two users and the newest posts, so that they meet. No
 * author writes more posts than a follow brings.
 */
public final class EventPlan {
    private static final int NEWEST = 2;

    private final List<String> users;
    private final Random random;
    private final List<Event.Publish> posts = new ArrayList<>();
    private Event.@Nullable Publish changed;

    /** Creates a plan among these users, two or more. */
    public EventPlan(List<String> users, Random random) {
        this.users = List.copyOf(users);
        this.random = random;
    }

    /** Returns the next calls, this number of them. */
    public List<Event> draw(int count) {
        return Stream.generate(this::next).limit(count).toList();
    }

    /** Returns follows: each user follows about half of the others. */
    public List<Event> drawFollows() {
        List<Event> follows = new ArrayList<>();
        for (String user : users) {
            users.stream()
                    .filter(other -> !other.equals(user) && random.nextBoolean())
                    .forEach(other -> follows.add(new Event.Follow(user, other)));
        }
        return follows;
    }

    private Event next() {
        if (posts.isEmpty()) {
            return publish();
        }
        boolean focus = random.nextBoolean();
        String user = focus ? users.get(1) : one(users);
        String other = focus ? users.getFirst() : otherThan(user);
        return switch (random.nextInt(24)) {
            case 0, 1, 2, 3 -> publish();
            case 4, 5, 6, 7, 8 -> new Event.Follow(user, other);
            case 9, 10, 11 -> new Event.Unfollow(user, other);
            case 12, 13, 14 -> new Event.Edit(post(), "edited " + random.nextInt(1_000_000));
            case 15, 16 -> new Event.Retract(post());
            case 17, 18 -> new Event.Permit(post(), readers());
            case 19 -> new Event.Mute(user, other);
            case 20 -> new Event.Unmute(user, other);
            case 21 -> new Event.Block(user, other);
            default -> new Event.Unblock(user, other);
        };
    }

    private Event publish() {
        String author = random.nextBoolean() ? users.getFirst() : one(users);
        long written =
                posts.stream().filter(post -> post.author().equals(author)).count();
        if (written >= FeedModel.MAX_POSTS_AN_AUTHOR) {
            return new Event.Follow(author, otherThan(author));
        }
        Event.Publish post = new Event.Publish("post " + (posts.size() + 1), author, "written " + posts.size());
        posts.add(post);
        return post;
    }

    /** Half of the time the post of the last change. */
    private String post() {
        if (changed == null || random.nextBoolean()) {
            changed =
                    one(random.nextBoolean() ? posts : posts.subList(Math.max(0, posts.size() - NEWEST), posts.size()));
        }
        return changed.post();
    }

    /** Half of the time everyone. */
    private Set<String> readers() {
        Set<String> readers = new TreeSet<>();
        if (random.nextBoolean()) {
            users.stream().filter(user -> random.nextBoolean()).forEach(readers::add);
        }
        return readers;
    }

    private String otherThan(String user) {
        int other = random.nextInt(users.size() - 1);
        return users.get(other < users.indexOf(user) ? other : other + 1);
    }

    private <T> T one(List<T> all) {
        return all.get(random.nextInt(all.size()));
    }
}
