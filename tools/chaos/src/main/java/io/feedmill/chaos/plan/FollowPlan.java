package io.feedmill.chaos.plan;

import io.feedmill.chaos.plan.FaultSchedule.Settings;
import io.feedmill.stack.graph.FollowGraph;
import io.feedmill.stack.graph.GraphGenerator;
import io.feedmill.stack.load.FollowHistory.Relation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;

/** The users of a random run: the graph, the authors of posts, and the relations that change. */
public final class FollowPlan {
    private static final double EXPONENT = 0.9;
    private static final int USERS_PER_CHANGING_RELATION = 4;
    /** The latest second of a relation's first change. */
    private static final double LATEST_FIRST = 30;

    private final Settings settings;
    private final FollowGraph graph;
    private final int[] authors;

    public FollowPlan(Settings settings) {
        this.settings = settings;
        this.graph = new GraphGenerator(settings.users(), settings.users() / 2, EXPONENT, settings.seed()).generate();
        this.authors = IntStream.range(0, graph.size())
                .filter(user -> graph.followersOf(user) > 0)
                .toArray();
    }

    /**
     * A relation that changes.
     *
     * @param initially whether the user follows when the run starts
     * @param flips alternating follows and unfollows, by time
     */
    public record ChangingRelation(Relation relation, boolean initially, List<Flip> flips) {}

    /** A follow or an unfollow at a time since the run's start. */
    public record Flip(Duration at, boolean follows) {}

    public FollowGraph graph() {
        return graph;
    }

    /** Returns the author of the post of that number: one is drawn by followers, the next evenly. */
    public String author(int number) {
        Random random = Draw.of(settings.seed(), "author " + number).random();
        return graph.id(number % 2 == 0 ? graph.drawAuthor(random) : authors[random.nextInt(authors.length)]);
    }

    /** Returns the relations that change, each at its own times. */
    public List<ChangingRelation> changing() {
        Draw draw = Draw.of(settings.seed(), "comings");
        Map<Relation, ChangingRelation> changing = new LinkedHashMap<>();
        for (int i = 0; i < settings.users() / USERS_PER_CHANGING_RELATION; i++) {
            int user = draw.from(0, graph.size() - 1);
            int author = author(user, draw);
            boolean initially = graph.followedBy(user).anyMatch(followed -> followed == author);
            Relation relation = new Relation(graph.id(user), graph.id(author));
            ChangingRelation drawn = new ChangingRelation(relation, initially, flips(!initially, draw));
            if (user != author) {
                changing.putIfAbsent(relation, drawn);
            }
        }
        return List.copyOf(changing.values());
    }

    /** Half of them are authors whom the user follows already, if there is one. */
    private int author(int user, Draw draw) {
        int[] followed = graph.followedBy(user).toArray();
        return draw.random().nextBoolean() && followed.length > 0
                ? followed[draw.from(0, followed.length - 1)]
                : graph.drawAuthor(draw.random());
    }

    private List<Flip> flips(boolean first, Draw draw) {
        List<Flip> flips = new ArrayList<>();
        boolean follows = first;
        Duration at = draw.seconds(0, Math.min(LATEST_FIRST, settings.length().toMillis() / 1e3));
        while (at.compareTo(settings.length()) < 0) {
            flips.add(new Flip(at, follows));
            follows = !follows;
            at = at.plus(draw.seconds(2, 30));
        }
        return flips;
    }
}
