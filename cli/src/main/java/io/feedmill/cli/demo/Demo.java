package io.feedmill.cli.demo;

import io.feedmill.stack.client.FeedmillClient;
import io.feedmill.stack.client.FeedmillClient.FanoutStatus;
import io.feedmill.stack.client.FeedmillClient.PublishedPost;
import io.feedmill.stack.console.Screen;
import io.feedmill.stack.graph.FollowGraph;
import io.feedmill.stack.load.FanoutWatch;
import io.feedmill.stack.load.Figures;
import io.feedmill.stack.load.GraphImport;
import io.feedmill.stack.load.Publishing;
import io.feedmill.stack.load.Run;
import io.feedmill.stack.load.StepFailure;
import io.feedmill.stack.load.Verification;
import io.feedmill.stack.verify.Findings;
import java.time.Duration;
import java.util.Comparator;
import java.util.Map;

/** The main job on a running Feedmill, checked to the last feed item. */
public final class Demo {

    private final FeedmillClient feedmill;
    private final Screen screen;
    private final int posts;
    private final Duration limit;

    /**
     * Prepares a run.
     *
     * @param limit how long the fan-out may take
     */
    public Demo(FeedmillClient feedmill, Screen screen, int posts, Duration limit) {
        this.feedmill = feedmill;
        this.screen = screen;
        this.posts = posts;
        this.limit = limit;
    }

    /** Whether everything is as it should be. Throws {@link StepFailure} where a step fails altogether. */
    public boolean run(FollowGraph graph) {
        Duration imported = new GraphImport(feedmill, screen).run(graph);
        Run run = new Publishing(feedmill, screen).run(graph, posts);
        Map<String, FanoutStatus> jobs = fanOut(run);
        Findings findings = new Verification(feedmill, screen, run).run(jobs);
        report(graph, imported, run, Figures.of(jobs.values()), findings);
        return findings.count() == 0;
    }

    private Map<String, FanoutStatus> fanOut(Run run) {
        return new FanoutWatch(feedmill, screen, limit).await(run.posts().allIds(), run.deliveries());
    }

    private void report(FollowGraph graph, Duration imported, Run run, Figures figures, Findings findings) {
        Report report = new Report(screen);
        report.print(graph, imported, run, figures);
        report.print(findings, graph, figures);
        run.posts().all().stream().max(Comparator.comparingInt(run::followers)).ifPresent(post -> look(graph, post));
    }

    private void look(FollowGraph graph, PublishedPost post) {
        screen.say("look at");
        screen.say("  a home feed      " + feedmill.at("/v1/feeds/home/" + reader(graph)));
        screen.say("  an author feed   " + feedmill.at("/v1/feeds/user/" + post.author()));
        screen.say("  a fan-out        " + feedmill.at("/v1/posts/" + post.id() + "/fanout"));
        screen.say("  API metrics      " + feedmill.at("/actuator/prometheus"));
    }

    /** Somebody who follows the largest author. */
    private static String reader(FollowGraph graph) {
        int author = graph.largestAuthor();
        int user = 0;
        while (graph.followedBy(user).noneMatch(followed -> followed == author)) {
            user++;
        }
        return graph.id(user);
    }
}
