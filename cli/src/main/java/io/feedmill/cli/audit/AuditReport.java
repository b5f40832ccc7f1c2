package io.feedmill.cli.audit;

import io.feedmill.cli.audit.Finding.Kind;
import io.feedmill.cli.audit.Results.Snapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/** What came of an audit, for people and for machines. */
public record AuditReport(AuditOptions options, AuditState end, Instant now) {
    private static final JsonMapper JSON = JsonMapper.shared();

    /** A table, and the first findings, a line each. */
    public List<String> lines() {
        Snapshot results = end.results();
        List<String> lines = new ArrayList<>();
        lines.add(row("authors", number(Count.AUTHORS)));
        lines.add(row("posts", number(Count.POSTS)));
        lines.add(row("followers", number(Count.FOLLOWERS)));
        lines.add(row(
                "items",
                "%s checked, %s not judged (followed later than %d s before the post; --margin)"
                        .formatted(
                                number(Count.ITEMS),
                                number(Count.NOT_JUDGED),
                                options.promise().margin().toSeconds())));
        if (options.extras()) {
            lines.add(row("home feeds", number(Count.SCANNED) + " items scanned for extra ones"));
        }
        for (Kind kind : List.of(Kind.MISSING, Kind.STALE, Kind.EXTRA)) {
            lines.add(row(kind.name().toLowerCase(Locale.ROOT), number(results.count(kind))));
        }
        lines.add(row("jobs", jobs(results)));
        lines.add(row("counters", number(results.count(Kind.WRONG_COUNTER)) + " wrong"));
        if (options.repair()) {
            lines.add(row(
                    "sent to workers",
                    "%s items, %s messages".formatted(number(Count.SENT_ITEMS), number(Count.SENT_MESSAGES))));
        }
        lines.add(row("read units", "%,.1f".formatted(end.readUnits())));
        lines.add(row("seconds", "%.1f".formatted(end.millis() / 1e3)));
        lines.addAll(verdict(results));
        return lines;
    }

    private String jobs(Snapshot results) {
        long wrong = results.count(Kind.LOST_JOB) + results.count(Kind.WRONG_COUNTS) + results.count(Kind.UNSWEPT);
        String open = "%s wrong, %s open".formatted(number(wrong), number(Count.OPEN_JOBS));
        return results.oldestOpen() == null
                ? open
                : open
                        + ", the oldest for %,d s"
                                .formatted(Duration.between(results.oldestOpen().createdAt(), now)
                                        .toSeconds());
    }

    private static List<String> verdict(Snapshot results) {
        if (results.findings() == 0) {
            return List.of("clean: nothing that was checked is missing, stale, extra or miscounted");
        }
        List<String> lines = new ArrayList<>();
        lines.add("NOT as it should be, %,d findings:".formatted(results.findings()));
        results.first().forEach(finding -> lines.add("  %s  %s".formatted(finding.kind(), finding.sentence())));
        if (results.findings() > results.first().size()) {
            lines.add("  … (--findings)");
        }
        return lines;
    }

    private String number(Count count) {
        return number(end.results().count(count));
    }

    private static String number(long value) {
        return "%,d".formatted(value);
    }

    private static String row(String name, String value) {
        return "  %-16s %s".formatted(name, value);
    }

    /** One object on one line. */
    public String json() {
        Snapshot results = end.results();
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("audit", options.description());
        json.put("seed", end.seed());
        for (Count count : Count.values()) {
            json.put(camel(count), results.count(count));
        }
        json.put("findings", results.findings());
        for (Kind kind : Kind.values()) {
            json.put(camel(kind), results.count(kind));
        }
        json.put("first", results.first());
        if (results.oldestOpen() != null) {
            json.put("oldestOpen", results.oldestOpen().createdAt().toString());
        }
        json.put("readUnits", end.readUnits());
        json.put("seconds", end.millis() / 1e3);
        return JSON.writeValueAsString(json);
    }

    private static String camel(Enum<?> name) {
        StringBuilder camel = new StringBuilder();
        for (String word : name.name().toLowerCase(Locale.ROOT).split("_", -1)) {
            camel.append(camel.isEmpty() ? word : Character.toUpperCase(word.charAt(0)) + word.substring(1));
        }
        return camel.toString();
    }
}
