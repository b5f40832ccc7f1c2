package io.feedmill.cli.audit;

import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.cli.audit.AuditOptions.Repairs;
import io.feedmill.common.dynamo.Segment;
import io.feedmill.common.key.PostId;
import io.feedmill.testkit.Users;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class AuditReportTest {
    private final FakeFeedmill feedmill = new FakeFeedmill();

    private AuditReport report(AuditOptions options) {
        AuditState begin = AuditState.begin(options, Segment.all(2), "test", 7);
        AuditState end = feedmill.auditor(options, begin).run(page -> {});
        return new AuditReport(
                options, new AuditState("test", 7, end.parts(), 1_234.5, 61_200), feedmill.clock.instant());
    }

    /** Of one author, of whom three of 25 followers lack the one post; another job and a follow are open. */
    private AuditReport wrong(int kept) {
        feedmill.follow(
                "ann", IntStream.range(0, 25).mapToObj("user-%02d"::formatted).toArray(String[]::new));
        PostId post = feedmill.post("ann");
        List.of("user-01", "user-02", "user-24").forEach(user -> feedmill.lose(user(user), post));
        feedmill.publish("ann");
        feedmill.beginFollow("ann", "late");
        feedmill.pass(Duration.ofSeconds(90));
        return report(
                new AuditOptions(user("ann"), 0, true, FakeFeedmill.all().guarantee(), new Repairs(true, false), kept));
    }

    @Test
    void textHasATableAndTheFindings() {
        List<String> lines = wrong(20).lines();
        assertThat(lines.subList(0, 15))
                .containsExactly(
                        "  authors          1",
                        "  posts            2",
                        "  followers        26",
                        "  items            27 checked, 1 not judged (see --margin, 120 s)",
                        "  home feeds       24 items scanned for extras",
                        "  lost work        0 unfollows, 0 recalls, 0 follows in spite of a block",
                        "  missing          3",
                        "  stale            0",
                        "  extra            0",
                        "  jobs             0 wrong, 1 open, 0 of them for more than 10 min, the oldest for 90 s",
                        "  follows          1 open, 0 of them for more than 10 min, the oldest for 90 s",
                        "  counters         0 wrong",
                        "  sent to workers  3 items, 0 extras, 0 unfollows, 1 messages",
                        "  read units       1,234.5",
                        "  seconds          61.2");
        assertThat(lines.get(15)).isEqualTo("NOT clean, 3 findings:");
        assertThat(lines.subList(16, 19))
                .allMatch(line -> line.matches("  MISSING {2}The home feed of user-.. lacks post .* by ann\\."));
        assertThat(lines).hasSize(19);
    }

    @Test
    void ofManyFindingsTheFirstAreShown() {
        assertThat(wrong(2).lines()).endsWith("  … (--findings shows more)").hasSize(19);
    }

    @Test
    void aCleanAuditSaysSo() {
        feedmill.follow("ann", "bob");
        feedmill.post("ann");
        AuditReport report = report(FakeFeedmill.author("ann"));
        assertThat(report.exitCode()).isZero();
        List<String> lines = report.lines();
        assertThat(lines)
                .endsWith("clean: no item is missing, stale or extra, no work is lost, and all counts agree")
                .noneMatch(line -> line.contains("sent") || line.contains("scanned"))
                .contains("  jobs             0 wrong, 0 open", "  follows          0 open");
    }

    /** Strangers have the newest post. */
    private PostId plant() {
        PostId post = feedmill.publish("ann");
        List<String> strangers =
                IntStream.range(0, 40).mapToObj("stranger-%02d"::formatted).toList();
        feedmill.put(FakeFeedmill.item("ann", post), Users.users(strangers.toArray(String[]::new)));
        return post;
    }

    @Test
    void suspectsThatAreNotSettledAreCountedAndFoundLater() {
        feedmill.deliver("ann", plant());
        feedmill.pass(Duration.ofMinutes(1));
        AuditReport report = report(FakeFeedmill.all());
        assertThat(report.exitCode()).isEqualTo(3);
        assertThat(report.lines())
                .endsWith("unsettled: 40 suspects, settled at 13:11:56 UTC at the latest: run again then")
                .noneMatch(line -> line.startsWith("clean"));
        JsonNode json = JsonMapper.shared().readTree(report.json());
        assertThat(json.path("unsettled").asInt()).isEqualTo(40);
        assertThat(json.path("unsettledOpen").asInt(-1)).isZero();
        assertThat(json.path("settledAt").asString()).isEqualTo("2026-03-01T13:11:55Z");
        feedmill.clock.set(Instant.parse("2026-03-01T13:11:56Z"));
        AuditReport later = report(FakeFeedmill.all());
        assertThat(later.exitCode()).isEqualTo(1);
        assertThat(later.lines()).contains("NOT clean, 40 findings:").noneMatch(line -> line.startsWith("unsettled"));
    }

    /** The report says how long after its job a suspect is settled, beside findings too. */
    @Test
    void suspectsOfOpenJobsAreSaidBesideOthers() {
        plant();
        assertThat(report(FakeFeedmill.all()).lines())
                .endsWith(
                        "unsettled: 40 suspects, settled 715 s after the end of open jobs (40 of them): run again then");
        feedmill.deliver("ann", plant());
        feedmill.follow("eve", "bob");
        feedmill.lose(user("bob"), feedmill.post("eve"));
        feedmill.deliver("ann", plant());
        AuditReport report = report(FakeFeedmill.all());
        assertThat(report.exitCode()).isEqualTo(1);
        assertThat(report.lines())
                .endsWith("unsettled: 80 suspects, settled at 17:11:56 UTC at the latest,"
                        + " or 715 s after the end of open jobs (40 of them): run again then")
                .contains("NOT clean, 41 findings:");
    }

    @Test
    void jsonIsOneObject() {
        String text = wrong(2).json();
        assertThat(text).doesNotContain("\n");
        JsonNode json = JsonMapper.shared().readTree(text);
        assertThat(json.path("audit").asString())
                .isEqualTo("author ann, every follower, extras, margin 120 s, with repair");
        assertThat(json.path("segments").asString()).isEqualTo("2 segments");
        assertThat(json.path("findings").asInt()).isEqualTo(3);
        assertThat(json.path("missing").asInt()).isEqualTo(3);
        assertThat(json.path("wrongCounts").asInt(-1)).isZero();
        assertThat(json.path("notJudged").asInt()).isEqualTo(1);
        assertThat(json.path("openJobs").asInt()).isEqualTo(1);
        assertThat(json.path("openPairs").asInt()).isEqualTo(1);
        assertThat(json.path("overduePairs").asInt(-1)).isZero();
        assertThat(json.path("hidden").asInt(-1)).isZero();
        assertThat(json.path("oldestOpenPair").asString()).startsWith("2026-03-01T");
        assertThat(json.path("sentItems").asInt()).isEqualTo(3);
        assertThat(json.path("oldestOpen").asString()).startsWith("2026-03-01T");
        assertThat(json.path("readUnits").asDouble()).isEqualTo(1_234.5);
        assertThat(json.path("seconds").asDouble()).isEqualTo(61.2);
        assertThat(json.path("first")).hasSize(2).first().satisfies(finding -> {
            assertThat(finding.path("kind").asString()).isEqualTo("MISSING");
            assertThat(finding.path("author").asString()).isEqualTo("ann");
            assertThat(finding.path("user").asString()).isEqualTo("user-01");
            assertThat(finding.path("sentence").asString()).startsWith("The home feed of user-01 lacks post ");
        });
    }
}
