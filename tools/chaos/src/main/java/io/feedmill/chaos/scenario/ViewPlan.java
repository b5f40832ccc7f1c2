package io.feedmill.chaos.scenario;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Who views which posts, one after the other.
 *
 * @param posts how many there are, numbered from 0
 */
public record ViewPlan(int posts, List<View> views) {

    private static final int REPEATED = 3;

    /** Of a post, by its number. */
    public record View(int post, String viewer) {}

    /** Draws so many, every third of them a repetition of one before. There must be at least as many pairs of post and viewer. */
    public static ViewPlan draw(int count, int viewers, int posts, long seed) {
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

    /** Who has viewed each of the posts in the end. */
    public List<Set<String>> viewers() {
        List<Set<String>> viewers = IntStream.range(0, posts)
                .<Set<String>>mapToObj(post -> new LinkedHashSet<>())
                .toList();
        views.forEach(view -> viewers.get(view.post()).add(view.viewer()));
        return viewers;
    }

    /** All of these. */
    public int distinct() {
        return viewers().stream().mapToInt(Set::size).sum();
    }
}
