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
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.time.Duration;
import java.util.Comparator;
import java.util.Map;

/** Imports a graph into a running Feedmill, publishes, reacts and mentions, and verifies every home feed and the notifications. The token is what gives one in a shell. */
record Demo(FeedmillClient feedmill, Screen screen, URI api, String token) {
    private static final int ON_READ_FROM = 1_000;

    /** Returns whether all home feeds are right. Throws a {@link StepFailure} if a step fails, such as a fan-out that takes longer than the limit. */
    boolean run(FollowGraph graph, int posts, Duration limit) {
        double started = uptime();
        RunSteps steps = new RunSteps(feedmill, screen);
        Duration imported = steps.importGraph(graph);
        double publishing = uptime();
        Run run = steps.publish(graph, posts);
        Noticed noticed = Noticed.send(feedmill, screen, run);
        Map<String, Job> jobs = steps.await(run, limit);
        double reading = uptime();
        Findings findings = steps.verify(run, jobs, new Findings());
        String notifications = noticed.verify(findings);
        double ended = uptime();
        Figures figures = Figures.of(jobs.values());
        printTable(graph, imported, run, figures);
        screen.row("notifications", notifications);
        screen.row(
                "seconds in all",
                "%.1f: start %.1f, import %.1f, posts %.1f, reading back %.1f"
                        .formatted(ended, started, publishing - started, reading - publishing, ended - reading));
        printFindings(findings, graph, figures);
        run.posts().all().stream()
                .max(Comparator.comparingInt(run::followers))
                .ifPresent(post -> printLinks(graph, post));
        printSaved(run);
        return findings.count() == 0;
    }

    /** Seconds since the start of this process. */
    private static double uptime() {
        return ManagementFactory.getRuntimeMXBean().getUptime() / 1e3;
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
        screen.say("  first            auth=\"Authorization: Bearer %s\"".formatted(token));
        printLink("a home feed", "/v1/feeds/home/" + followerOfLargestAuthor(graph));
        printLink("an author feed", "/v1/feeds/user/" + post.author());
        printLink("a fan-out", "/v1/posts/" + post.id() + "/fanout?viewer=" + post.author());
    }

    private void printLink(String what, String path) {
        screen.say(
                "  %-16s curl -H \"$auth\" '%s'".formatted(what, api.toString().replaceAll("/+$", "") + path));
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
