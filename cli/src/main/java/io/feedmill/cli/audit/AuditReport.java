package io.feedmill.cli.audit;

import io.feedmill.cli.audit.AuditResults.Counter;
import io.feedmill.cli.audit.AuditResults.Snapshot;
import io.feedmill.cli.audit.Finding.Kind;
import io.feedmill.common.queue.HandlerLife;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.EnumNamingStrategies.LowerCamelCaseStrategy;
import tools.jackson.databind.json.JsonMapper;

/** The report of a finished audit, as text or JSON. */
public record AuditReport(AuditOptions options, AuditState end, Instant now) {
    private static final int UNSETTLED = 3;
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);

    /** Returns one line about an audit that still runs. */
    public static String progress(AuditState state) {
        Snapshot results = state.results();
        return "  %,d authors, %,d posts, %,d items checked, %,d scanned, %,d findings, %,.0f read units"
                .formatted(
                        results.count(Counter.AUTHORS),
                        results.count(Counter.POSTS),
                        results.count(Counter.ITEMS),
                        results.count(Counter.SCANNED),
                        results.findings(),
                        state.readUnits());
    }

    /** Returns the lines of a table and the first findings, a line each. */
    public List<String> lines() {
        Snapshot results = end.results();
        List<String> lines = new ArrayList<>();
        lines.add(row("authors", number(Counter.AUTHORS)));
        lines.add(row("posts", number(Counter.POSTS)));
        lines.add(row("followers", number(Counter.FOLLOWERS)));
        lines.add(row("items", items(results)));
        if (options.extras()) {
            lines.add(row("home feeds", number(Counter.SCANNED) + " items scanned for extras"));
            lines.add(row("lost work", lostWork(results)));
        }
        for (Kind kind : List.of(Kind.MISSING, Kind.STALE, Kind.EXTRA)) {
            lines.add(row(kind.name().toLowerCase(Locale.ROOT), number(results.count(kind))));
        }
        lines.add(row("jobs", jobs(results)));
        lines.add(row("follows", open(Counter.OPEN_PAIRS, Counter.OVERDUE_PAIRS, results.oldestPair())));
        lines.add(row("counters", number(results.count(Kind.WRONG_COUNTER)) + " wrong"));
        if (options.scansJobs()) {
            lines.add(row("notifications", number(results.count(Kind.GONE_ACTOR)) + " actors whose event is gone"));
            lines.add(row("counts of posts", number(results.count(Kind.STALE_COUNTS)) + " stale"));
        }
        if (options.repairs().any()) {
            lines.add(row("sent to workers", sent(results)));
        }
        lines.add(row("read units", "%,.1f".formatted(end.readUnits())));
        lines.add(row("seconds", "%.1f".formatted(end.millis() / 1e3)));
        lines.addAll(verdict(results));
        return lines;
    }

    private String items(Snapshot results) {
        long margin = options.guarantee().margin().toSeconds();
        return "%,d checked, %,d not judged (see --margin, %d s)"
                .formatted(results.count(Counter.ITEMS), results.count(Counter.NOT_JUDGED), margin);
    }

    private String jobs(Snapshot results) {
        long wrong = results.count(Kind.LOST_JOB) + results.count(Kind.WRONG_COUNTS) + results.count(Kind.UNSWEPT);
        return number(wrong) + " wrong, " + open(Counter.OPEN_JOBS, Counter.OVERDUE_JOBS, results.oldestOpen());
    }

    private String open(Counter all, Counter overdue, @Nullable Instant oldest) {
        String open = number(all) + " open";
        if (oldest == null) {
            return open;
        }
        long minutes = AuditResults.OVERDUE.toMinutes();
        long seconds = Duration.between(oldest, now).toSeconds();
        return "%s, %s of them for more than %d min, the oldest for %,d s"
                .formatted(open, number(overdue), minutes, seconds);
    }

    private static String lostWork(Snapshot results) {
        return "%,d unfollows, %,d recalls, %,d follows in spite of a block"
                .formatted(
                        results.count(Kind.HIDDEN), results.count(Kind.RECALL), results.count(Kind.FORBIDDEN_FOLLOW));
    }

    private static String sent(Snapshot results) {
        return "%,d items, %,d extras, %,d unfollows, %,d messages"
                .formatted(
                        results.count(Counter.SENT_ITEMS),
                        results.count(Counter.SENT_EXTRAS),
                        results.count(Counter.SENT_PAIRS),
                        results.count(Counter.SENT_MESSAGES));
    }

    private List<String> verdict(Snapshot results) {
        if (exitCode() == 0) {
            return List.of("clean: no item is missing, stale or extra, no work is lost, and all counts agree");
        }
        List<String> lines = new ArrayList<>();
        if (results.findings() > 0) {
            lines.add("NOT clean, %,d findings:".formatted(results.findings()));
            first().forEach(finding -> lines.add("  %s  %s".formatted(finding.kind(), finding.sentence())));
        }
        if (results.findings() > first().size()) {
            lines.add("  … (--findings shows more)");
        }
        if (results.count(Counter.UNSETTLED) > 0) {
            lines.add(unsettled(results));
        }
        return lines;
    }

    /** Each segment has kept up to the maximum. */
    private List<Finding> first() {
        return end.results().first().stream().limit(options.maxFindings()).toList();
    }

    private String unsettled(Snapshot results) {
        List<String> times = new ArrayList<>();
        if (results.settledAt() != null) {
            times.add("at %s UTC at the latest"
                    .formatted(TIME.format(results.settledAt().plusSeconds(1))));
        }
        if (results.count(Counter.UNSETTLED_OPEN) > 0) {
            times.add("%d s after the end of open jobs (%s of them)"
                    .formatted(HandlerLife.LAST_WRITE.toSeconds(), number(Counter.UNSETTLED_OPEN)));
        }
        return "unsettled: %s suspects, settled %s: run again then"
                .formatted(number(Counter.UNSETTLED), String.join(", or ", times));
    }

    /** Returns 0 without findings, 1 with findings, 3 without findings but with suspects that are not settled. */
    public int exitCode() {
        if (end.results().findings() > 0) {
            return 1;
        }
        return end.results().count(Counter.UNSETTLED) > 0 ? UNSETTLED : 0;
    }

    private String number(Counter counter) {
        return number(end.results().count(counter));
    }

    private static String number(long value) {
        return "%,d".formatted(value);
    }

    private static String row(String name, String value) {
        return "  %-16s %s".formatted(name, value);
    }

    /** Returns one object on one line. */
    public String json() {
        Snapshot results = end.results();
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("audit", options.description());
        json.put("segments", Segmentation.text(end.segments()));
        json.put("seed", end.seed());
        for (Counter counter : Counter.values()) {
            json.put(camelCase(counter), results.count(counter));
        }
        json.put("findings", results.findings());
        for (Kind kind : Kind.values()) {
            json.put(camelCase(kind), results.count(kind));
        }
        json.put("first", first());
        json.put("oldestOpen", results.oldestOpen());
        json.put("oldestOpenPair", results.oldestPair());
        json.put("settledAt", results.settledAt());
        json.put("readUnits", end.readUnits());
        json.put("seconds", end.millis() / 1e3);
        json.values().removeIf(Objects::isNull);
        return JsonMapper.shared().writeValueAsString(json);
    }

    private static String camelCase(Enum<?> constant) {
        return LowerCamelCaseStrategy.INSTANCE.convertEnumToExternalName(null, null, constant.name());
    }
}
