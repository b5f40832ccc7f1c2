package io.feedmill.chaos.plan;

import io.feedmill.stack.graph.FollowGraph;
import io.feedmill.stack.load.AuthorDraw;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;

/** Who takes part in a run: the graph, who writes, and who comes and goes. */
public final class Cast {

    /** One relation that comes and goes for so many users. */
    private static final int USERS_A_COMING = 4;

    /** By so many seconds every relation has changed for the first time. */
    private static final double LATEST_FIRST = 30;

    private final ChaosSettings settings;
    private final FollowGraph graph;
    private final AuthorDraw byFollowers;
    private final int[] authors;

    Cast(ChaosSettings settings) {
        this.settings = settings;
        this.graph = settings.graph().generate();
        this.byFollowers = new AuthorDraw(graph);
        this.authors = IntStream.range(0, graph.size())
                .filter(user -> graph.followersOf(user) > 0)
                .toArray();
    }

    public FollowGraph graph() {
        return graph;
    }

    /** Who writes the post of that number: one by the number of followers, the next by chance alone. */
    public String author(int number) {
        Random random = Dice.of(settings.seed(), "author " + number).random();
        int author = number % 2 == 0 ? byFollowers.draw(random) : authors[random.nextInt(authors.length)];
        return graph.id(author);
    }

    /** Relations that come and go, each at times of its own. */
    public List<Coming> comings() {
        Dice dice = Dice.of(settings.seed(), "comings");
        Map<Relation, Coming> comings = new LinkedHashMap<>();
        for (int i = 0; i < settings.users() / USERS_A_COMING; i++) {
            int user = dice.from(0, graph.size() - 1);
            int author = author(user, dice);
            Coming coming = coming(user, author, dice);
            if (user != author) {
                comings.putIfAbsent(coming.relation(), coming);
            }
        }
        return List.copyOf(comings.values());
    }

    /** Half of them somebody whom the user follows already, if there is one. */
    private int author(int user, Dice dice) {
        int[] followed = graph.followedBy(user).toArray();
        return dice.random().nextBoolean() && followed.length > 0
                ? followed[dice.from(0, followed.length - 1)]
                : byFollowers.draw(dice.random());
    }

    private Coming coming(int user, int author, Dice dice) {
        boolean initially = graph.followedBy(user).anyMatch(followed -> followed == author);
        return new Coming(new Relation(graph.id(user), graph.id(author)), initially, flips(!initially, dice));
    }

    private List<Flip> flips(boolean first, Dice dice) {
        List<Flip> flips = new ArrayList<>();
        boolean follows = first;
        Duration at = dice.seconds(0, Math.min(LATEST_FIRST, settings.length().toMillis() / 1e3));
        while (at.compareTo(settings.length()) < 0) {
            flips.add(new Flip(at, follows));
            follows = !follows;
            at = at.plus(dice.seconds(2, 30));
        }
        return flips;
    }
}
