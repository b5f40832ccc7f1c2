package io.feedmill.chaos.run;

import io.feedmill.chaos.plan.FaultSchedule.Settings;
import io.feedmill.chaos.rig.Rig;
import io.feedmill.chaos.rig.Side;
import io.feedmill.chaos.rig.Traffic;
import io.feedmill.chaos.run.FaultInjector.InjectedFaults;
import io.feedmill.stack.client.FeedmillClient.FanoutStatus;
import io.feedmill.stack.console.Screen;
import io.feedmill.stack.load.FollowHistory;
import io.feedmill.stack.load.PostStream.Sent;
import io.feedmill.stack.verify.Findings;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.stream.Collectors;

/** Prints the results of a random run. */
final class RunReport {
    private final Screen screen;
    private final Settings settings;

    RunReport(Screen screen, Settings settings) {
        this.screen = screen;
        this.settings = settings;
    }

    void print(RandomRun.Outcome outcome, Collection<FanoutStatus> jobs, int deadLetters) {
        InjectedFaults faults = outcome.faults();
        FollowHistory history = outcome.run().history();
        List<Sent> sent = outcome.posts().sent();
        long repeated = sent.stream().filter(post -> post.calls() > 1).count();
        screen.say("");
        screen.row("seed", "%d".formatted(settings.seed()));
        screen.row("chaos", "%s, workers: %d".formatted(seconds(settings.length()), settings.workers()));
        screen.row(
                "users",
                "%,d, %,d follows"
                        .formatted(
                                outcome.run().graph().size(),
                                outcome.run().graph().follows()));
        screen.row(
                "changed relations", "%,d, %,d follows and unfollows".formatted(history.changing(), history.changes()));
        screen.row("posts", "%,d, %,d of them sent more than once".formatted(sent.size(), repeated));
        long skipped = jobs.stream().mapToLong(FanoutStatus::skipped).sum();
        screen.row("deliveries", "%,d, skipped %,d".formatted(delivered(jobs), skipped));
        screen.row("workers killed", "%,d".formatted(faults.workersKilled()));
        screen.row(
                "API killed",
                "%,d, between transaction and send: %,d".formatted(faults.apisKilled(), faults.killedBeforeSend()));
        screen.row("poison", "%,d messages".formatted(faults.poison().size()));
        screen.row("dead-letter messages", "%,d".formatted(deadLetters));
        screen.row("recovery", recovery(outcome.ended(), jobs));
    }

    /** Prints the requests through the proxies until the last job was complete. */
    void print(Rig rig, Map<Side, Traffic> traffic, Collection<FanoutStatus> jobs) {
        screen.row("ended by themselves", "%,d processes".formatted(rig.fleet().crashes()));
        screen.row(
                "highest receive count",
                "%,d".formatted(rig.statistics(Side.WORKER_QUEUES).highestReceiveCount()));
        double deliveries = Math.max(1, delivered(jobs));
        traffic.forEach((side, passed) -> {
            screen.row(
                    "requests, " + side.text(),
                    "%,d, %.2f a delivery, wasted %.2f"
                            .formatted(
                                    passed.requests(), passed.requests() / deliveries, passed.wasted() / deliveries));
            passed.byFault().forEach((fault, operations) -> screen.row("  " + fault.text(), counts(operations)));
        });
    }

    /** Prints the verdict, and how to repeat a run that failed. Returns whether nothing was found. */
    boolean print(Findings findings, String command) {
        screen.row("findings", "%,d".formatted(findings.count()));
        boolean exact = findings.print(
                screen::say,
                "every job complete, every follower has each post exactly once and in order, every count exact");
        if (!exact) {
            screen.say("the same schedule again: " + command);
        }
        return exact;
    }

    private static long delivered(Collection<FanoutStatus> jobs) {
        return jobs.stream().mapToLong(FanoutStatus::delivered).sum();
    }

    private static String recovery(Instant ended, Collection<FanoutStatus> jobs) {
        return jobs.stream()
                .flatMap(job -> Optional.ofNullable(job.completedAt()).stream())
                .max(Comparator.naturalOrder())
                .map(last -> last.isAfter(ended) ? Duration.between(ended, last) : Duration.ZERO)
                .map(time -> "%s from the last fault to the last job's completion".formatted(seconds(time)))
                .orElse("none");
    }

    private static String counts(SortedMap<String, Long> operations) {
        long sum = operations.values().stream().mapToLong(Long::longValue).sum();
        return "%,d: ".formatted(sum)
                + operations.entrySet().stream()
                        .map(operation -> "%s %,d".formatted(operation.getKey(), operation.getValue()))
                        .collect(Collectors.joining(", "));
    }

    private static String seconds(Duration time) {
        return "%.1f s".formatted(time.toMillis() / 1e3);
    }
}
