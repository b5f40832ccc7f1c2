package io.feedmill.chaos.fuzz;

import io.feedmill.chaos.fuzz.CallFuzz.AcceptedView;
import io.feedmill.chaos.fuzz.CallFuzz.Result;
import io.feedmill.chaos.fuzz.KnownJobs.KnownJob;
import io.feedmill.client.FeedmillClient;
import io.feedmill.client.Job;
import io.feedmill.client.Post;
import io.feedmill.stack.graph.FollowGraph;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What the API has accepted: nothing of it may be lost.
 *
 * @param compared posts by the authors of the graph, whose feeds must be exact
 * @param others the authors of all other posts, by the posts' ids
 * @param views the viewers of each post
 */
public record Accepted(List<Post> compared, Map<String, String> others, Map<String, Set<String>> views) {

    /** Collects it from the answers and the posts before them. A post that was sent twice with one key counts once. */
    public static Accepted of(FollowGraph graph, List<Post> first, Fixtures fixtures, List<Result> results) {
        Set<String> authors =
                IntStream.range(0, graph.size()).mapToObj(graph::id).collect(Collectors.toSet());
        Map<String, Post> compared = new TreeMap<>();
        Map<String, String> others = new TreeMap<>();
        Map<String, Set<String>> views = new HashMap<>();
        first.forEach(post -> compared.put(post.id(), post));
        IntStream.range(0, fixtures.changing().size())
                .forEach(star -> others.put(fixtures.changing().get(star), Fixtures.STARS.get(star)));
        for (Result result : results) {
            for (Post post : result.accepted()) {
                if (authors.contains(post.author())) {
                    compared.put(post.id(), post);
                } else {
                    others.put(post.id(), post.author());
                }
            }
            result.view().ifPresent(view -> add(views, view));
        }
        return new Accepted(List.copyOf(compared.values()), others, views);
    }

    /** Returns the posts in the feeds of compared authors that no answer named: of requests whose answer was lost. */
    public List<Post> unanswered(FollowGraph graph, FeedmillClient feedmill) {
        Set<String> answered = compared.stream().map(Post::id).collect(Collectors.toSet());
        return IntStream.range(0, graph.size())
                .mapToObj(graph::id)
                .flatMap(author -> feedmill.as(author).authorFeed(author, null, null))
                .filter(item -> !answered.contains(item.post()))
                .map(item ->
                        new Post(item.post(), item.author(), item.text(), null, item.createdAt(), item.version(), null))
                .toList();
    }

    /** Returns all of this and these posts by compared authors. */
    public Accepted with(List<Post> more) {
        return new Accepted(Stream.concat(compared.stream(), more.stream()).toList(), others, views);
    }

    private static void add(Map<String, Set<String>> views, AcceptedView view) {
        views.computeIfAbsent(view.post(), post -> new HashSet<>()).add(view.viewer());
    }

    /** Returns the jobs of all posts. */
    public KnownJobs jobs(Map<String, Job> jobs) {
        Map<String, KnownJob> known = new TreeMap<>();
        compared.forEach(post -> known.put(post.id(), new KnownJob(post.id(), post.author(), slices(jobs, post.id()))));
        others.forEach((post, author) -> known.put(post, new KnownJob(post, author, slices(jobs, post))));
        return new KnownJobs(known);
    }

    private static int slices(Map<String, Job> jobs, String post) {
        return Objects.requireNonNull(jobs.get(post), post).slices();
    }

    /** Returns the viewers of the post, also those in messages. */
    public Set<String> viewers(String post, Map<String, Set<String>> inMessages) {
        Set<String> all = new TreeSet<>(views.getOrDefault(post, Set.of()));
        all.addAll(inMessages.getOrDefault(post, Set.of()));
        return all;
    }
}
