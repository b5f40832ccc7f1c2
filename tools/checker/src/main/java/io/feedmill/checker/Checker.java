package io.feedmill.checker;

import java.util.List;

/** Judges a history by the documents' promises. What it calls broken is broken in every order of the calls that their times allow. */
public final class Checker {
    private Checker() {}

    /** Returns what the events show. */
    public static Report check(List<? extends Event> history) {
        Report report = new Report();
        for (List<Event> events : World.parts(history)) {
            report.nextWorld();
            judge(new World(events), report);
        }
        return report;
    }

    private static void judge(World world, Report report) {
        List<Page> pages = Page.all(world);
        Visibility visibility = new Visibility(world);
        new Answers(world, report).judge();
        new Pages(world, pages, report).judge();
        new Feeds(world, report).judge(pages);
        new Posts(world, visibility, report).judge();
        new Follows(world, report).judge(pages);
        new Counts(world, report).judge(pages);
        new Notifications(world, visibility, report).judge(pages);
        new Places(world, visibility, report).judge(pages);
        new Rooms(world, report).judge(pages);
        new LiveFeeds(world, visibility, report).judge(pages);
    }
}
