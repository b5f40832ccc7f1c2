package io.feedmill.laptop;

import io.feedmill.client.FeedmillClient;
import io.feedmill.client.FeedmillClient.Notification;
import io.feedmill.client.Post;
import io.feedmill.client.Post.NewPost;
import io.feedmill.stack.console.Screen;
import io.feedmill.stack.graph.FollowGraph;
import io.feedmill.stack.load.Run;
import io.feedmill.stack.load.RunClock;
import io.feedmill.stack.verify.Findings;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Gatherers;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The reactions and mentions of a demo, as the notifications that their users must have. */
record Noticed(FeedmillClient feedmill, List<Expected> expected) {
    private static final int REACTIONS = 200;
    private static final int MENTIONS = 50;
    private static final int MENTIONS_A_POST = 10;
    private static final int AT_ONCE = 8;

    /** A notification names fewer if their ids are long. */
    private static final int MAX_ACTORS = 20;

    private static final int MAX_BADGE = 100;
    private static final Duration POLL = Duration.ofMillis(500);
    private static final Duration LIMIT = Duration.ofMinutes(1);

    /** A notification of a user about a post, of what others did. */
    private record Expected(String user, String kind, String post, Set<String> actors) {}

    /** Half of the reactions are to the first post. A user without followers mentions others: no home feed changes. */
    static Noticed send(FeedmillClient feedmill, Screen screen, Run run) {
        return new Noticed(
                feedmill,
                Stream.concat(react(feedmill, screen, run).stream(), mention(feedmill, screen, run).stream())
                        .toList());
    }

    private static List<Expected> react(FeedmillClient feedmill, Screen screen, Run run) {
        Map<Post, Set<String>> users = new TreeMap<>(Comparator.comparing(Post::id));
        List<Post> posts = run.posts().all();
        for (int number = 0; number < REACTIONS; number++) {
            Post post = posts.get(number < REACTIONS / 2 ? 0 : number % posts.size());
            users.computeIfAbsent(post, first -> new TreeSet<>()).add(other(run.graph(), post.author(), number));
        }
        return screen.each("react", AT_ONCE, List.copyOf(users.entrySet()), reactions -> {
            Post post = reactions.getKey();
            reactions.getValue().forEach(user -> feedmill.addReaction(post.id(), "like", user));
            return new Expected(post.author(), "reaction", post.id(), reactions.getValue());
        });
    }

    /** Returns one of the other users. */
    private static String other(FollowGraph graph, String user, int number) {
        return graph.id((graph.user(user) + 1 + number % (graph.size() - 1)) % graph.size());
    }

    private static List<Expected> mention(FeedmillClient feedmill, Screen screen, Run run) {
        String author = run.posts().marker();
        List<Integer> firsts =
                IntStream.range(0, MENTIONS / MENTIONS_A_POST).boxed().toList();
        return screen
                .each("mention", AT_ONCE, firsts, first -> {
                    List<String> users = IntStream.range(first * MENTIONS_A_POST, (first + 1) * MENTIONS_A_POST)
                            .mapToObj(user -> run.graph().id(user % run.graph().size()))
                            .distinct()
                            .toList();
                    Post post = feedmill.publishPost(new NewPost(author, "Look here", null, null, null, users));
                    return users.stream().map(user -> new Expected(user, "mention", post.id(), Set.of(author)));
                })
                .stream()
                .flatMap(mentions -> mentions)
                .toList();
    }

    /** Waits until all users have their notifications, and adds what they lack to the findings. Returns one line about it. */
    String verify(Findings findings) {
        RunClock clock = new RunClock();
        List<String> users = expected.stream().map(Expected::user).distinct().toList();
        RunClock.await(() -> differences(users).isEmpty(), POLL, LIMIT);
        List<String> left = differences(users);
        findings.add(left);
        return "%d reactions and %d mentions read back by %,d users in %.1f s: actors, counts and badges, %d differences"
                .formatted(REACTIONS, MENTIONS, users.size(), clock.now().toMillis() / 1e3, left.size());
    }

    private List<String> differences(List<String> users) {
        return users.stream()
                .gather(Gatherers.mapConcurrent(AT_ONCE, this::differences))
                .flatMap(List::stream)
                .toList();
    }

    private List<String> differences(String user) {
        List<Notification> found = feedmill.notifications(user).toList();
        long unseen = found.stream()
                .filter(notification -> !notification.seen())
                .limit(MAX_BADGE)
                .count();
        int badge = feedmill.unseenNotifications(user).unseen();
        Stream<String> wrong = expected.stream()
                .filter(each -> each.user.equals(user))
                .filter(each -> found.stream().noneMatch(notification -> is(each, notification)))
                .map(each -> "%s has no notification of the %s of %d users, post %s."
                        .formatted(user, each.kind, each.actors.size(), each.post));
        Stream<String> wrongBadge = badge == unseen
                ? Stream.of()
                : Stream.of("The badge of %s is %d, not %d.".formatted(user, badge, unseen));
        return Stream.concat(wrong, wrongBadge).toList();
    }

    private static boolean is(Expected expected, Notification found) {
        Set<String> actors = Set.copyOf(found.actors());
        int all = expected.actors.size();
        return found.kind().equals(expected.kind)
                && found.object().equals(expected.post)
                && found.post() != null
                && expected.actors.containsAll(actors)
                && actors.size() > Math.min(all, MAX_ACTORS) / 2
                && found.more() == actors.size() < all
                && (expected.kind.equals("mention")
                        || Map.of("like", (long) all).equals(found.counts()));
    }
}
