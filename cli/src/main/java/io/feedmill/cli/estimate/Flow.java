package io.feedmill.cli.estimate;

import io.feedmill.cli.estimate.Authors.Group;
import io.feedmill.cli.estimate.Load.Activity;
import io.feedmill.common.cost.Cost;
import io.feedmill.common.cost.Costs;
import java.util.List;
import java.util.function.Function;

/**
 * A part of the load.
 *
 * @param perSecond how often it happens
 * @param cost of a second
 */
record Flow(String part, double perSecond, Cost cost) {

    /** Returns all parts, at a multiple of the mean load. */
    static List<Flow> all(Load load, Processes processes, double factor) {
        Costs costs = new Costs(load.setup().rows());
        Activity activity = load.activity();
        double perSecond = factor / Activity.SECONDS;
        double onRead = load.onReadAuthors();
        Cost page = costs.page(load.homeRows(), onRead, load.authors().mean());
        return List.of(
                of("posts", activity.posts() * perSecond, mean(load, costs::post, Costs.postOnRead())),
                of("edits", activity.edits() * perSecond, mean(load, costs::edit, Costs.editOnRead())),
                of(
                        "retractions",
                        activity.retractions() * perSecond,
                        mean(load, costs::retraction, costs.retraction(0))),
                of("views", activity.views() * perSecond, Costs.view()),
                of("reactions", activity.reactions() * perSecond, Costs.reaction()),
                of("home pages", activity.pages() * perSecond, page),
                of(
                        "pages of returns",
                        load.dormant().returns() * perSecond,
                        costs.gap(load.authors().mean())),
                of("notes of readers", notes(load) * perSecond, Costs.seen()),
                of("authors on read", newest(load, processes, activity.pages() * perSecond), costs.newest()),
                of("idle APIs", processes.apis(), costs.idleApi(onRead)),
                of("idle workers", processes.workers(), Costs.idleWorker()),
                of("sweep and reports", 1, Costs.idleWorkers()));
    }

    private static Flow of(String part, double perSecond, Cost each) {
        return new Flow(part, perSecond, each.times(perSecond));
    }

    /** Returns the mean over all posts. */
    private static Cost mean(Load load, Function<Double, Cost> pushed, Cost onRead) {
        return load.authors().groups().stream()
                .map(group -> (load.isOnRead(group) ? onRead : pushed(load, group, pushed)).times(load.share(group)))
                .reduce(Cost.NONE, Cost::plus);
    }

    private static Cost pushed(Load load, Group group, Function<Double, Cost> pushed) {
        return pushed.apply(group.followers())
                .plus(Costs.passedOver(group.followers() * load.dormant().share()));
    }

    /** Returns how often a day pages note that a reader was seen: twice for each who is not dormant. */
    private static double notes(Load load) {
        double awake = load.authors().users() * load.dormant().awake();
        return Math.min(load.activity().pages(), 2 * awake);
    }

    /** Returns how often APIs read the feeds of authors on read: each at most once a second for all of its pages. */
    private static double newest(Load load, Processes processes, double pages) {
        return processes.apis()
                * load.onRead()
                        .mapToDouble(group -> group.authors() * reads(asked(load, group, pages / processes.apis())))
                        .sum();
    }

    private static double asked(Load load, Group group, double pages) {
        return pages * group.followers() / load.authors().users();
    }

    /** The next page after a second reads again. */
    private static double reads(double asked) {
        return asked / (1 + asked);
    }
}
