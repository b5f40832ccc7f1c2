package io.feedmill.laptop;

import static io.feedmill.stack.load.Figures.seconds;

import io.feedmill.client.FeedmillClient;
import io.feedmill.client.Job;
import io.feedmill.client.Post;
import io.feedmill.stack.console.Screen;
import io.feedmill.stack.console.StepFailure;
import io.feedmill.stack.graph.FollowGraph;
import io.feedmill.stack.load.Figures;
import io.feedmill.stack.load.Run;
import io.feedmill.stack.load.RunSteps;
import io.feedmill.stack.verify.Findings;
import java.net.URI;
import java.time.Duration;
import java.util.Comparator;
import java.util.Map;

/** Imports a graph into a running Feedmill, publishes, and verifies every home feed. */
final class Demo {
    private static final int ON_READ_FROM = 1_000;

    private final FeedmillClient feedmill;
    private final Screen screen;
    private final Load load;
    private final Access access;

    /**
     * The load of a demo.
     *
     * @param timeout the maximum time of the fan-out
     */
    record Load(int posts, Duration timeout) {}

    /**
     * How to call the API in a shell.
     *
     * @param token gives a token there
     */
    record Access(URI api, String token) {}

    Demo(FeedmillClient feedmill, Screen screen, Load load, Access access) {
        this.feedmill = feedmill;
        this.screen = screen;
        this.load = load;
        this.access = access;
    }

    /** Returns whether all home feeds are right. Throws a {@link StepFailure} if a step fails. */
    boolean run(FollowGraph graph) {
        RunSteps steps = new RunSteps(feedmill, screen);
        Duration imported = steps.importGraph(graph);
        Run run = steps.publish(graph, load.posts());
        Map<String, Job> jobs = steps.await(run, load.timeout());
        Findings findings = steps.verify(run, jobs, new Findings());
        Figures figures = Figures.of(jobs.values());
        printTable(graph, imported, run, figures);
        printFindings(findings, graph, figures);
        run.posts().all().stream()
                .max(Comparator.comparingInt(run::followers))
                .ifPresent(post -> printLinks(graph, post));
        printSaved(run);
        return findings.count() == 0;
    }

    private void printTable(FollowGraph graph, Duration imported, Run run, Figures figures) {
        int largest = graph.largestAuthor();
        screen.say("");
        screen.row("users", "%,d".formatted(graph.size()));
        screen.row("follows", "%,d".formatted(graph.follows()));
        screen.row("largest author", "%s, %,d followers".formatted(graph.id(largest), graph.followersOf(largest)));
        screen.row(
                "import", "%.1f s, %,.0f follows/s".formatted(seconds(imported), graph.follows() / seconds(imported)));
        screen.row(
                "posts",
                "%,d by %,d authors"
                        .formatted(
                                run.posts().all().size(),
                                run.posts().distinctAuthors().size()));
        screen.row("deliveries", "%,d".formatted(figures.deliveries()));
        screen.row("seconds", "%.1f".formatted(seconds(figures.span())));
        screen.row("deliveries/s", "%,.0f".formatted(figures.deliveriesPerSecond()));
        screen.row(
                "accepted to last delivery",
                "p50 %.2f s, p95 %.2f s, p99 %.2f s"
                        .formatted(
                                seconds(figures.percentile(50)),
                                seconds(figures.percentile(95)),
                                seconds(figures.percentile(99))));
    }

    private void printFindings(Findings findings, FollowGraph graph, Figures figures) {
        findings.print(
                screen::say,
                "%,d home feeds read back, each of %,d deliveries found exactly once and in order"
                        .formatted(graph.size(), figures.deliveries()));
    }

    private void printSaved(Run run) {
        long all = run.posts().all().stream().mapToLong(run::followers).sum();
        long read = run.posts().all().stream()
                .mapToLong(run::followers)
                .filter(followers -> followers >= ON_READ_FROM)
                .sum();
        screen.say(
                "The demo pushes each post. By default pages read those of authors with %,d followers or more from the authors' feeds: %,d of these %,d deliveries (%.0f %%) would not have been written."
                        .formatted(ON_READ_FROM, read, all, all == 0 ? 0 : 100.0 * read / all));
    }

    private void printLinks(FollowGraph graph, Post post) {
        screen.say("look at");
        screen.say("  first            auth=\"Authorization: Bearer %s\"".formatted(access.token()));
        printLink("a home feed", "/v1/feeds/home/" + followerOfLargestAuthor(graph));
        printLink("an author feed", "/v1/feeds/user/" + post.author());
        printLink("a fan-out", "/v1/posts/" + post.id() + "/fanout?viewer=" + post.author());
    }

    private void printLink(String what, String path) {
        screen.say("  %-16s curl -H \"$auth\" '%s'"
                .formatted(what, access.api().toString().replaceAll("/+$", "") + path));
    }

    private static String followerOfLargestAuthor(FollowGraph graph) {
        int author = graph.largestAuthor();
        int user = 0;
        while (graph.followedBy(user).noneMatch(followed -> followed == author)) {
            user++;
        }
        return graph.id(user);
    }
}
