package io.feedmill.chaos.scenario;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The views of a scenario, one after the other.
 *
 * @param posts the number of posts
 */
record ViewPlan(int posts, List<View> views) {
    private static final int REPEATED = 3;

    /** A view of a post, by its number from 0. */
    record View(int post, String viewer) {}

    /** Draws views; every third one repeats an earlier one. There must be at least as many pairs of post and viewer. */
    static ViewPlan draw(int count, int viewers, int posts, long seed) {
        Random random = new Random(seed);
        List<View> views = new ArrayList<>();
        Set<View> known = new HashSet<>();
        while (views.size() < count) {
            if (views.size() % REPEATED == REPEATED - 1) {
                views.add(views.get(random.nextInt(views.size())));
            } else {
                View view = new View(random.nextInt(posts), "viewer-" + random.nextInt(viewers));
                if (known.add(view)) {
                    views.add(view);
                }
            }
        }
        return new ViewPlan(posts, List.copyOf(views));
    }

    /** Returns the viewers of each post. */
    List<Set<String>> viewers() {
        List<Set<String>> viewers = IntStream.range(0, posts)
                .<Set<String>>mapToObj(post -> new LinkedHashSet<>())
                .toList();
        views.forEach(view -> viewers.get(view.post()).add(view.viewer()));
        return viewers;
    }

    /** Returns the number of viewers of each post, by the posts' ids. */
    Map<String, Long> expected(List<String> ids) {
        List<Set<String>> viewers = viewers();
        return IntStream.range(0, posts).boxed().collect(Collectors.toMap(ids::get, number ->
                (long) viewers.get(number).size()));
    }

    /** Returns the number of viewers of all posts. */
    int distinct() {
        return viewers().stream().mapToInt(Set::size).sum();
    }
}
