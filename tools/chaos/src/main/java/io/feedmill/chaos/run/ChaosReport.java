package io.feedmill.chaos.run;

import io.feedmill.chaos.plan.ChaosPlan;
import io.feedmill.chaos.rig.Rig;
import io.feedmill.chaos.rig.Side;
import io.feedmill.chaos.rig.Traffic;
import io.feedmill.stack.client.FanoutStatus;
import io.feedmill.stack.console.Screen;
import io.feedmill.stack.load.Figures;
import io.feedmill.stack.load.FindingsList;
import io.feedmill.stack.verify.Findings;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.stream.Collectors;

/** Prints what came out of a run. */
final class ChaosReport {

    private final Screen screen;
    private final ChaosPlan plan;

    ChaosReport(Screen screen, ChaosPlan plan) {
        this.screen = screen;
        this.plan = plan;
    }

    void print(Ordeal ordeal, Collection<FanoutStatus> jobs, int letters) {
        screen.say("");
        screen.row("seed", Long.toString(plan.settings().seed()));
        screen.row(
                "chaos",
                seconds(plan.settings().length()) + ", workers: "
                        + plan.settings().workers());
        asked(ordeal);
        screen.row("deliveries", deliveries(jobs));
        done(ordeal.deeds());
        screen.row("dead letters", "%,d".formatted(letters));
        screen.row("recovery", recovery(ordeal.quiet(), jobs));
    }

    private void asked(Ordeal ordeal) {
        var graph = plan.cast().graph();
        var follows = ordeal.follows();
        long again = ordeal.sent().stream().filter(post -> post.calls() > 1).count();
        screen.row("users", "%,d, %,d follows".formatted(graph.size(), graph.follows()));
        screen.row(
                "came and went",
                "%,d relations, %,d follows and unfollows".formatted(follows.changing(), follows.changes()));
        screen.row(
                "posts",
                "%,d, %,d of them sent more than once".formatted(ordeal.sent().size(), again));
    }

    private void done(Deeds deeds) {
        screen.row("workers killed", "%,d".formatted(deeds.workersKilled()));
        screen.row(
                "API killed",
                "%,d, between transaction and send: %,d".formatted(deeds.apisKilled(), deeds.killedBeforeSend()));
        screen.row("poison", "%,d messages".formatted(deeds.poison().size()));
    }

    private static String deliveries(Collection<FanoutStatus> jobs) {
        return "%,d, skipped %,d"
                .formatted(
                        delivered(jobs),
                        jobs.stream().mapToLong(FanoutStatus::skipped).sum());
    }

    private static long delivered(Collection<FanoutStatus> jobs) {
        return jobs.stream().mapToLong(FanoutStatus::delivered).sum();
    }

    private static String recovery(Instant quiet, Collection<FanoutStatus> jobs) {
        return jobs.stream()
                .flatMap(job -> Optional.ofNullable(job.completedAt()).stream())
                .max(Comparator.naturalOrder())
                .map(last -> "%s from the last fault to the last job's completion"
                        .formatted(seconds(last.isAfter(quiet) ? Duration.between(quiet, last) : Duration.ZERO)))
                .orElse("none");
    }

    /** What the queues and the processes had to bear. */
    void print(Rig rig) {
        screen.row("ended by themselves", "%,d processes".formatted(rig.fleet().crashes()));
        screen.row(
                "highest receive count",
                "%,d".formatted(rig.statistics(Side.WORKER_QUEUES).highestReceiveCount()));
    }

    /** What went through the proxies until the last job was complete. */
    void print(Map<Side, Traffic> traffic, Collection<FanoutStatus> jobs) {
        traffic.forEach((side, passed) -> {
            screen.row("requests, " + side.text(), requests(passed, Math.max(1, delivered(jobs))));
            passed.byFault().forEach((fault, operations) -> screen.row("  " + fault.text(), counts(operations)));
        });
    }

    private static String requests(Traffic passed, long deliveries) {
        return "%,d, %.2f a delivery, wasted %.2f"
                .formatted(
                        passed.requests(),
                        (double) passed.requests() / deliveries,
                        (double) passed.wasted() / deliveries);
    }

    private static String counts(SortedMap<String, Long> operations) {
        long sum = operations.values().stream().mapToLong(Long::longValue).sum();
        String each = operations.entrySet().stream()
                .map(operation -> "%s %,d".formatted(operation.getKey(), operation.getValue()))
                .collect(Collectors.joining(", "));
        return "%,d: %s".formatted(sum, each);
    }

    /** The verdict, and how to run a bad seed again. Returns whether nothing was found. */
    boolean print(Findings findings, String again) {
        screen.row("findings", "%,d".formatted(findings.count()));
        boolean clean = FindingsList.print(
                findings,
                screen,
                "every job complete, every follower has each post exactly once and in order, every count exact");
        if (!clean) {
            screen.say("the same plan again: " + again);
        }
        return clean;
    }

    private static String seconds(Duration time) {
        return "%.1f s".formatted(Figures.seconds(time));
    }
}
