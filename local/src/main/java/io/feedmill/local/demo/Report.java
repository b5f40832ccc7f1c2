package io.feedmill.local.demo;

import static io.feedmill.local.demo.Figures.seconds;

import io.feedmill.local.console.Screen;
import io.feedmill.local.graph.FollowGraph;
import io.feedmill.local.verify.Difference;
import io.feedmill.local.verify.Findings;
import java.time.Duration;

/** Prints what came out. */
final class Report {

    private static final String ROW = "  %-28s %s";

    private final Screen screen;

    Report(Screen screen) {
        this.screen = screen;
    }

    void print(FollowGraph graph, Duration imported, Run run, Figures figures) {
        int largest = graph.largestAuthor();
        screen.say("");
        row("users", "%,d", graph.size());
        row("follows", "%,d", graph.follows());
        row("largest author", "%s with %,d followers", graph.id(largest), graph.followersOf(largest));
        row("import", "%.1f s, %,.0f follows/s", seconds(imported), graph.follows() / seconds(imported));
        row(
                "posts",
                "%,d by %,d authors",
                run.posts().all().size(),
                run.posts().authors().size());
        row("deliveries", "%,d", figures.deliveries());
        row("seconds", "%.1f", seconds(figures.span()));
        row("deliveries/s", "%,.0f", figures.deliveriesPerSecond());
        row(
                "accepted to last delivery",
                "p50 %.2f s, p95 %.2f s, p99 %.2f s",
                took(figures, 50),
                took(figures, 95),
                took(figures, 99));
        screen.say("");
    }

    void print(Findings findings, FollowGraph graph, Figures figures) {
        if (findings.count() == 0) {
            screen.say("verified: %,d home feeds read back, each of %,d deliveries there exactly once and in order"
                    .formatted(graph.size(), figures.deliveries()));
            return;
        }
        screen.say("NOT as it should be, %,d differences:".formatted(findings.count()));
        findings.first().stream().map(Difference::sentence).forEach(line -> screen.say("  " + line));
        if (findings.count() > findings.first().size()) {
            screen.say("  …");
        }
    }

    private static double took(Figures figures, int percent) {
        return seconds(figures.percentile(percent));
    }

    private void row(String name, String format, Object... values) {
        screen.say(ROW.formatted(name, format.formatted(values)));
    }
}
