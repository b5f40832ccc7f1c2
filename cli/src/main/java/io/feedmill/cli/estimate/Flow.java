package io.feedmill.cli.estimate;

import io.feedmill.cli.estimate.Authors.Group;
import io.feedmill.cli.estimate.Load.Activity;
import io.feedmill.common.cost.Cost;
import io.feedmill.common.cost.Costs;
import io.feedmill.common.follow.FollowStore;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** A part of the load: how often it happens, and the cost of a second. */
record Flow(String part, double perSecond, Cost cost) {

    /** A live feed without an event for so many seconds is looked at each 5 s, else each second; its page is read each 30 s. */
    private static final double IDLE = 300;

    /** The seconds after a change in which a read of the feed may still miss it. */
    private static final double UNSETTLED = 5;

    /** Returns all parts, at a multiple of the mean load. */
    static List<Flow> all(Load load, Processes processes, double factor) {
        Costs costs = new Costs(load.setup().rows());
        double perSecond = factor / Activity.SECONDS;
        return Stream.of(
                        calls(load, costs, perSecond),
                        reads(load, costs, processes.apis(), perSecond),
                        Stream.of(
                                of("idle APIs", processes.apis(), Costs.idleApi(notices(load) * perSecond)),
                                of("idle workers", processes.workers(), Costs.idleWorker(processes.workers())),
                                of("sweep and reports", 1, Costs.idleWorkers(processes.workers()))))
                .flatMap(Function.identity())
                .toList();
    }

    private static Stream<Flow> calls(Load load, Costs costs, double perSecond) {
        Activity activity = load.activity();
        Cost retraction = mean(load, costs::retraction, costs.retractionOnRead());
        double rows = load.homeRows();
        Cost follow =
                costs.follow(Math.min(FollowStore.NEWEST, rows / load.authors().mean()), rows);
        return Stream.of(
                of("posts", activity.posts() * perSecond, mean(load, costs::post, Costs.postOnRead())),
                of("edits", activity.edits() * perSecond, mean(load, costs::edit, Costs.editOnRead())),
                of("retractions", activity.retractions() * perSecond, retraction),
                of("follows and their ends", activity.follows() * perSecond, follow),
                of("views", activity.views() * perSecond, Costs.view()),
                of("reactions", activity.reactions() * perSecond, Costs.reaction()));
    }

    private static Stream<Flow> reads(Load load, Costs costs, int apis, double perSecond) {
        double users = load.authors().users();
        double follows = load.authors().mean();
        double pages = load.readers().pages() * perSecond;
        double listeners = load.listeners(perSecond * Activity.SECONDS);
        double events = load.mean(load.authors().groups().stream(), Group::followers)
                * load.activity().posts()
                * perSecond
                / users;
        double looks = 1 - 0.8 * Math.exp(-IDLE * events);
        Cost page = costs.page(load.homeRows(), follows, unknown(load, apis));
        Cost live = Costs.look().times(looks).plus(page.times(1 / 30.0 + Math.min(events, looks)));
        double asks = (pages + listeners * looks) / apis / users;
        double heads = heads(load, asks, load.activity().changes() * perSecond);
        return Stream.of(
                of("home pages", pages, page),
                of("live feeds", listeners, live),
                of("pages of returns", load.readers().returns() * perSecond, costs.gap(follows)),
                of("notes of readers", notes(load) * perSecond, Costs.seen()),
                of("heads of authors on read", apis * heads, costs.head()));
    }

    private static Flow of(String part, double perSecond, Cost each) {
        return new Flow(part, perSecond, each.times(perSecond));
    }

    /** Returns the mean over all posts. */
    private static Cost mean(Load load, Function<Double, Cost> pushed, Cost onRead) {
        return load.pushed()
                .map(group -> pushed.apply(group.followers()).times(load.share(group)))
                .reduce(onRead.times(load.mean(load.onRead(), group -> 1)), Cost::plus)
                .plus(Costs.passedOver(load.recipients() * load.readers().dormant()));
    }

    /** Returns how often a day pages note that a reader was seen: twice for each who is not dormant. */
    private static double notes(Load load) {
        double awake = load.authors().users() * load.readers().awake();
        return Math.min(load.readers().pages(), 2 * awake);
    }

    /** Returns the notices a day: of changes of authors on read, and of recalls and their ends. */
    private static double notices(Load load) {
        Activity activity = load.activity();
        return activity.changes() * load.mean(load.onRead(), group -> 1) + 2 * activity.retractions();
    }

    /** Returns the share of pages that read whom the reader follows. An API keeps it for a minute; any API has the next page. */
    private static double unknown(Load load, int apis) {
        double session = load.readers().session();
        return load.candidates() == 0 ? 0 : (1 - Math.pow(1 - 1.0 / apis, session)) * apis / session;
    }

    /**
     * Returns how often an API reads heads: those of the largest authors, for which it has room, when one is asked for after a change; others each
     * time. It takes the asks a second for each follower, and the changes a second of all authors.
     */
    private static double heads(Load load, double asks, double changes) {
        double room = load.setup().heads();
        double reads = 0;
        for (Group group : load.onRead()
                .sorted(Comparator.comparingDouble(Group::followers).reversed())
                .toList()) {
            double asked = group.followers() * asks;
            double changed = changes * load.share(group) / group.authors();
            double kept = Math.min(group.authors(), room);
            room -= kept;
            reads += (group.authors() - kept) * asked + (asked == 0 ? 0 : kept * reads(asked, changed));
        }
        return reads;
    }

    /** Returns the reads a second of a head: the first ask after a change, and while that is unsettled those of which the last read is a second old. */
    private static double reads(double asked, double changed) {
        double unsettled = 1 - Math.exp(-UNSETTLED * changed);
        return asked * changed / (asked + changed) + unsettled * asked / (1 + asked);
    }
}
