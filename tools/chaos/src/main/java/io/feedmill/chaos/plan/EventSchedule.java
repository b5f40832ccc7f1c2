package io.feedmill.chaos.plan;

import io.feedmill.chaos.plan.FaultSchedule.Settings;
import io.feedmill.stack.graph.FollowGraph;
import io.feedmill.stack.graph.GraphGenerator;
import io.feedmill.stack.living.Event;
import io.feedmill.stack.living.FeedModel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/** The users of a random run and their calls: posts and changes of posts, follows, mutes and blocks. */
public final class EventSchedule {
    private static final double EXPONENT = 0.9;
    private static final Duration POST_INTERVAL = Duration.ofMillis(250);
    private static final int USERS_PER_PAIR = 4;
    /** The latest second of a pair's first call. */
    private static final double LATEST_FIRST = 30;

    private static final int MAX_CHANGES = 3;
    private static final int MAX_READERS = 50;

    private final Settings settings;
    private final FollowGraph graph;
    /** Users with followers. */
    private final int[] authors;

    public EventSchedule(Settings settings) {
        this.settings = settings;
        this.graph = new GraphGenerator(settings.users(), settings.users() / 2, EXPONENT, settings.seed()).generate();
        this.authors = IntStream.range(0, graph.size())
                .filter(user -> graph.followersOf(user) > 0)
                .toArray();
    }

    /** A call at a time since the run's start. */
    public record TimedEvent(Duration at, Event event) {}

    public FollowGraph graph() {
        return graph;
    }

    /** Returns a part of every text of the run and of no other. */
    public String marker() {
        return "chaos-" + settings.seed();
    }

    /** Returns the calls about each post and about each pair of users, in their order. */
    public List<List<TimedEvent>> sequences() {
        List<List<TimedEvent>> sequences = new ArrayList<>(pairs());
        int[] posts = new int[graph.size()];
        long count = Math.min(
                settings.length().dividedBy(POST_INTERVAL), (long) authors.length * FeedModel.MAX_POSTS_AN_AUTHOR);
        for (int number = 0; number < count; number++) {
            Draw draw = Draw.of(settings.seed(), "post " + number);
            int author = author(number, posts, draw);
            posts[author]++;
            sequences.add(post(number, author, draw));
        }
        return sequences;
    }

    /** Draws one author by followers, the next evenly. Who has written the maximum is replaced. */
    private int author(int number, int[] posts, Draw draw) {
        int author = number % 2 == 0 ? graph.drawAuthor(draw.random()) : authors[draw.from(0, authors.length - 1)];
        return posts[author] < FeedModel.MAX_POSTS_AN_AUTHOR
                ? author
                : Arrays.stream(authors)
                        .filter(other -> posts[other] < FeedModel.MAX_POSTS_AN_AUTHOR)
                        .findFirst()
                        .orElseThrow();
    }

    /** A third of the posts change. */
    private List<TimedEvent> post(int number, int author, Draw draw) {
        String name = Integer.toString(number);
        String text = "Post %d of %s by %s".formatted(number, marker(), graph.id(author));
        List<TimedEvent> calls = new ArrayList<>();
        Duration at = POST_INTERVAL.multipliedBy(number);
        calls.add(new TimedEvent(at, new Event.Publish(name, graph.id(author), text)));
        int changes = draw.from(0, 2) == 0 ? draw.from(1, MAX_CHANGES) : 0;
        for (int change = 1; change <= changes; change++) {
            at = at.plus(draw.seconds(0, 4));
            Event event = switch (draw.from(0, 4)) {
                case 0, 1 -> new Event.Edit(name, text + ", edit " + change);
                case 2, 3 -> new Event.Permit(name, readers(author, draw));
                default -> new Event.Retract(name);
            };
            calls.add(new TimedEvent(at, event));
        }
        return calls;
    }

    /** Draws some followers; half of the time everyone may read. */
    private Set<String> readers(int author, Draw draw) {
        Set<String> readers = new TreeSet<>();
        if (draw.random().nextBoolean()) {
            IntStream.range(0, graph.size())
                    .filter(user -> follows(user, author) && draw.random().nextBoolean())
                    .limit(MAX_READERS)
                    .forEach(user -> readers.add(graph.id(user)));
        }
        return readers;
    }

    /** Draws pairs of users. Half of the authors are followed already, if the user follows one. */
    private List<List<TimedEvent>> pairs() {
        Draw draw = Draw.of(settings.seed(), "pairs");
        List<List<TimedEvent>> pairs = new ArrayList<>();
        Set<Set<Integer>> drawn = new HashSet<>();
        for (int i = 0; i < settings.users() / USERS_PER_PAIR; i++) {
            int user = draw.from(0, graph.size() - 1);
            int[] followed = graph.followedBy(user).toArray();
            int author = draw.random().nextBoolean() && followed.length > 0
                    ? followed[draw.from(0, followed.length - 1)]
                    : graph.drawAuthor(draw.random());
            if (user != author && drawn.add(Set.of(user, author))) {
                pairs.add(pair(user, author, draw));
            }
        }
        return pairs;
    }

    /** Follows and unfollows in turn, and now and then another call. */
    private List<TimedEvent> pair(int first, int second, Draw draw) {
        String user = graph.id(first);
        String author = graph.id(second);
        List<TimedEvent> calls = new ArrayList<>();
        boolean follows = follows(first, second);
        Duration at = draw.seconds(0, Math.min(LATEST_FIRST, settings.length().toMillis() / 1e3));
        while (at.compareTo(settings.length()) < 0) {
            Event event = switch (draw.from(0, 13)) {
                case 0 -> new Event.Mute(user, author);
                case 1 -> new Event.Unmute(user, author);
                case 2 -> new Event.Block(user, author);
                case 3 -> new Event.Block(author, user);
                case 4, 5 -> new Event.Unblock(user, author);
                case 6, 7 -> new Event.Unblock(author, user);
                default -> {
                    follows = !follows;
                    yield follows ? new Event.Follow(user, author) : new Event.Unfollow(user, author);
                }
            };
            calls.add(new TimedEvent(at, event));
            at = at.plus(draw.seconds(1, 20));
        }
        return calls;
    }

    private boolean follows(int user, int author) {
        return graph.followedBy(user).anyMatch(followed -> followed == author);
    }
}
