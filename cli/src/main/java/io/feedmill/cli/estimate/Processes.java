package io.feedmill.cli.estimate;

import io.feedmill.cli.estimate.Load.Activity;
import io.feedmill.common.cost.Costs;

/** APIs and workers, of a vCPU and 2 GB each. The times of calls are assumed: 5 ms for a read, 10 ms for a batch of 25, 20 ms for a transaction. */
record Processes(int apis, int workers) {
    /** For an outage of one. */
    private static final int LEAST = 2;

    /** Home pages that an API serves a second, by its CPU. Assumed. */
    private static final double PAGES = 1_000;

    /** Live feeds of an API, by default. */
    private static final double STREAMS = 1_000;

    /** Groups of views that a worker counts a second. */
    private static final double VIEWS = 640;

    /** Messages of a queue that a worker handles at once. */
    static final double CONCURRENCY = 16;

    /** A plan is one chain of calls. */
    private static final double PLANNED_SLICES = 50;

    private static final double CALLS = 0.045;
    private static final double BATCH = 0.010;
    private static final double ROWS = 25;

    /** Returns what the load needs at peak. */
    static Processes of(Load load) {
        Activity activity = load.activity();
        double pages = perSecond(load.readers().pages(), load) / PAGES;
        double streams = load.listeners(load.setup().peak()) / STREAMS;
        double busy = perSecond(activity.changes(), load) * jobSeconds(load) / CONCURRENCY;
        double views = perSecond(activity.views(), load) / VIEWS;
        return new Processes(atLeast(pages + streams), atLeast(busy + views));
    }

    private static double perSecond(double perDay, Load load) {
        return perDay / Activity.SECONDS * load.setup().peak();
    }

    private static int atLeast(double need) {
        return (int) Math.max(LEAST, Math.ceil(need));
    }

    /** Returns the time that handlers take for a job. */
    private static double jobSeconds(Load load) {
        return load.mean(load.pushed(), group -> seconds(group.followers()));
    }

    private static double seconds(double followers) {
        return CALLS * Math.max(1, Costs.slices(followers)) + BATCH * Math.ceil(followers / ROWS);
    }

    /** Returns the time until a backlog is done, beside the mean load. */
    double drainSeconds(Load load, double hours, double homesUnits) {
        double jobs = load.activity().changes() / Activity.SECONDS;
        double rows = load.recipients() * load.readers().awake();
        double rate = workers * CONCURRENCY / jobSeconds(load);
        double capacity = rows == 0 ? rate : Math.min(rate, homesUnits / rows);
        return jobs == 0 ? 0 : hours * 3_600 * jobs / (capacity - jobs);
    }

    /** Returns the time that a post takes, alone. */
    double seconds(double followers, double homesUnits) {
        double slices = Costs.slices(followers);
        double delivered = Math.min(workers * CONCURRENCY / seconds(Costs.SLICE), homesUnits / Costs.SLICE);
        return slices == 0 ? seconds(followers) : slices / Math.min(PLANNED_SLICES, delivered);
    }
}
