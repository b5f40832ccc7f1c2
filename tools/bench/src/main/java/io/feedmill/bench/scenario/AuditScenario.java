package io.feedmill.bench.scenario;

import io.feedmill.bench.measure.Contender;
import io.feedmill.bench.measure.Figures;
import io.feedmill.bench.measure.Metric;
import io.feedmill.bench.sdk.Deliveries;
import io.feedmill.cli.audit.AuditOptions;
import io.feedmill.cli.audit.AuditState;
import io.feedmill.cli.audit.Auditor;
import io.feedmill.cli.audit.Finding;
import io.feedmill.cli.audit.Guarantee;
import io.feedmill.cli.command.UnitBudget;
import io.feedmill.common.dynamo.Segment;
import io.feedmill.common.key.UserId;
import io.feedmill.common.post.Post;
import io.feedmill.common.queue.Queue;
import io.feedmill.common.queue.QueueMessage;
import io.feedmill.common.queue.QueueSender;
import io.feedmill.common.storage.Backoff.Sleeper;
import io.feedmill.common.time.ProcessTime;
import io.feedmill.stack.Platform;
import io.feedmill.stack.console.StepFailure;
import io.github.bucket4j.TimeMeter;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Audits of the same home feeds in one and four segments. Some items are missing, and some are extra: every audit must find just these. */
record AuditScenario(Setting setting, Platform platform, Set<List<String>> wrong) {
    private static final int AUTHORS = 20;
    private static final int POSTS = 10;
    private static final int MISSING = 50;
    private static final int EXTRA = 40;
    private static final int SEGMENTS = 4;
    private static final int ENDLESS = 100_000_000;
    private static final AuditOptions OPTIONS = new AuditOptions(
            null,
            0,
            true,
            new Guarantee(Duration.ofMinutes(2), AuditedFeeds.RETENTION),
            new AuditOptions.Repairs(false, false),
            MISSING + EXTRA + 1);

    static Scenario.Result run(Setting setting) {
        List<UserId> users = users("", setting.rows() / (AUTHORS * POSTS));
        List<UserId> authors = IntStream.range(0, AUTHORS)
                .mapToObj(number -> new UserId("author-%02d".formatted(number)))
                .toList();
        try (Platform platform = setting.platform()) {
            Instant began = Instant.now();
            Set<List<String>> wrong = write(platform, users, authors);
            setting.screen()
                    .say("%,d home rows written in %d s"
                            .formatted(
                                    users.size() * AUTHORS * POSTS,
                                    Duration.between(began, Instant.now()).toSeconds()));
            AuditScenario audits = new AuditScenario(setting, platform, wrong);
            List<Contender> contenders = List.of(
                    audits.contender("1 segment", 1, ENDLESS),
                    audits.contender("4 segments", SEGMENTS, ENDLESS),
                    audits.contender("4 segments, 2,000 units/s", SEGMENTS, 2_000));
            return Scenario.Result.of(new Figures(
                    "audit --all of %,d home rows".formatted(users.size() * AUTHORS * POSTS),
                    Metric.SECONDS,
                    Contender.takeTurns(contenders, 0, 1, setting.screen()::say)));
        }
    }

    private static List<UserId> users(String prefix, int count) {
        return Deliveries.of(count, 1).recipients().stream()
                .map(user -> new UserId(prefix + user))
                .toList();
    }

    /** Returns the findings that an audit must have. */
    private static Set<List<String>> write(Platform platform, List<UserId> users, List<UserId> authors) {
        try (AuditedFeeds feeds = AuditedFeeds.toWrite(platform)) {
            feeds.follow(users, authors);
            List<Post> posts = feeds.deliver(authors, POSTS, users);
            List<UserId> lacking = users.subList(0, Math.min(MISSING, users.size()));
            List<UserId> strangers = users("stranger-", EXTRA);
            feeds.delete(posts.getFirst(), lacking);
            feeds.put(posts.getLast(), strangers);
            return Set.copyOf(Stream.concat(
                            lacking.stream().map(user -> key(Finding.Kind.MISSING, posts.getFirst(), user)),
                            strangers.stream().map(user -> key(Finding.Kind.EXTRA, posts.getLast(), user)))
                    .toList());
        }
    }

    private static List<String> key(Finding.Kind kind, Post post, UserId user) {
        return List.of(kind.name(), post.id().value(), user.value());
    }

    private Contender contender(String name, int segments, int unitsPerSecond) {
        return Contender.ours(name, () -> {
            Map<Metric, Double> figures = audit(segments, unitsPerSecond);
            setting.screen().say("%s: %.1f s".formatted(name, figures.get(Metric.SECONDS)));
            return figures;
        });
    }

    private Map<Metric, Double> audit(int segments, int unitsPerSecond) {
        UnitBudget budget = new UnitBudget(unitsPerSecond, TimeMeter.SYSTEM_NANOTIME, Sleeper.by(ProcessTime.system()));
        try (AuditedFeeds feeds = AuditedFeeds.toRead(platform, budget)) {
            AuditState start = AuditState.begin(OPTIONS, Segment.all(segments), "bench", 1);
            AuditState end = new Auditor(
                            feeds.stores(), new NoQueue(), OPTIONS, start, Clock.systemUTC(), budget::consumed)
                    .run(page -> {});
            requireWrong(end.results().first());
            double seconds = end.millis() / 1e3;
            return Map.of(
                    Metric.SECONDS,
                    seconds,
                    Metric.AUDIT_READ_UNITS,
                    end.readUnits(),
                    Metric.UNITS_PER_SECOND,
                    end.readUnits() / seconds,
                    Metric.FINDINGS,
                    (double) end.results().findings());
        }
    }

    private void requireWrong(List<Finding> findings) {
        List<List<String>> found = new ArrayList<>();
        findings.forEach(finding -> found.add(
                List.of(finding.kind().name(), String.valueOf(finding.post()), String.valueOf(finding.user()))));
        if (found.size() != wrong.size() || !new HashSet<>(found).equals(wrong)) {
            throw new StepFailure("The audit found %s instead of %s.".formatted(found, wrong));
        }
    }

    /** An audit without repairs sends nothing. */
    private record NoQueue() implements QueueSender {
        @Override
        public void send(QueueMessage message, Duration delay) {
            throw new StepFailure("Unexpected message.");
        }

        @Override
        public void sendAgain(Queue queue, String body, Instant firstSentAt, Duration delay) {
            throw new StepFailure("Unexpected message.");
        }
    }
}
