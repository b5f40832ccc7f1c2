package io.feedmill.cli.demo;

import static io.feedmill.stack.load.Figures.seconds;

import io.feedmill.stack.console.Screen;
import io.feedmill.stack.graph.FollowGraph;
import io.feedmill.stack.load.Figures;
import io.feedmill.stack.load.Run;
import io.feedmill.stack.verify.Findings;
import java.time.Duration;

/** Prints what came out. */
final class Report {

    private final Screen screen;

    Report(Screen screen) {
        this.screen = screen;
    }

    void print(FollowGraph graph, Duration imported, Run run, Figures figures) {
        int largest = graph.largestAuthor();
        int posts = run.posts().all().size();
        screen.say("");
        screen.row("users", "%,d".formatted(graph.size()));
        screen.row("follows", "%,d".formatted(graph.follows()));
        screen.row("largest author", "%s, %,d followers".formatted(graph.id(largest), graph.followersOf(largest)));
        screen.row(
                "import", "%.1f s, %,.0f follows/s".formatted(seconds(imported), graph.follows() / seconds(imported)));
        screen.row(
                "posts",
                "%,d by %,d authors".formatted(posts, run.posts().authors().size()));
        screen.row("deliveries", "%,d".formatted(figures.deliveries()));
        screen.row("seconds", "%.1f".formatted(seconds(figures.span())));
        screen.row("deliveries/s", "%,.0f".formatted(figures.deliveriesPerSecond()));
        screen.row("accepted to last delivery", percentiles(figures));
    }

    void print(Findings findings, FollowGraph graph, Figures figures) {
        findings.print(
                screen::say,
                "%,d home feeds read back, each of %,d deliveries there exactly once and in order"
                        .formatted(graph.size(), figures.deliveries()));
    }

    private static String percentiles(Figures figures) {
        return "p50 %.2f s, p95 %.2f s, p99 %.2f s"
                .formatted(
                        seconds(figures.percentile(50)),
                        seconds(figures.percentile(95)),
                        seconds(figures.percentile(99)));
    }
}
