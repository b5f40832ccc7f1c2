package io.feedmill.cli.audit;

import static io.feedmill.testkit.Users.user;
import static io.feedmill.testkit.Users.users;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feedmill.cli.audit.AuditOptions.Repairs;
import io.feedmill.cli.audit.AuditResults.Counter;
import io.feedmill.cli.audit.AuditResults.Snapshot;
import io.feedmill.common.dynamo.Segment;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.testkit.memory.Faults.Call;
import io.feedmill.testkit.memory.Faults.Fault;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;

/** An audit in segments: all at once, or one on each of several machines. */
class SegmentsTest {
    private static final AuditOptions OPTIONS =
            new AuditOptions(null, 0, true, FakeFeedmill.all().guarantee(), Repairs.NONE, 1_000);

    private final FakeFeedmill feedmill = new FakeFeedmill();

    /** Each scan that was sent, with its table, segment and position. */
    private final Queue<String> scans = new ConcurrentLinkedQueue<>();

    private final AtomicInteger scansUntilStop = new AtomicInteger(Integer.MAX_VALUE);

    private static final class Stopped extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    /** Several authors with missing, stale and extra items, lost unfollows, a follow across a block, a recall without a job, and a suspect of an open job. */
    @BeforeEach
    void fill() {
        for (String author : List.of("ann", "ben", "eve", "kim", "zoe")) {
            IntStream.range(0, 30).forEach(i -> feedmill.follow(author, "%s-fan-%02d".formatted(author, i)));
            PostId post = feedmill.post(author);
            feedmill.lose(user(author + "-fan-03"), post);
            feedmill.put(FakeFeedmill.item(author, post), users(author + "-stranger"));
            feedmill.fakes.removeOutboxRow(feedmill.unfollow(author, user(author + "-fan-07")));
        }
        feedmill.fakes.readers().block(user("ann-fan-01"), user("kim"));
        feedmill.importFollow("kim", "ann-fan-01");
        feedmill.fakes.removeJob(feedmill.permit(feedmill.post("zoe"), FakeFeedmill.users("zoe-fan-01")));
        PostId unswept = feedmill.publish("ben");
        feedmill.fakes
                .outbox()
                .remove(feedmill.fakes
                        .jobs()
                        .find(JobId.of(unswept))
                        .orElseThrow()
                        .work());
        feedmill.put(FakeFeedmill.item("ann", feedmill.publish("ann")), users("early"));
        feedmill.pass(Duration.ofHours(1));
        IntStream.range(0, 1_500).forEach(i -> feedmill.publish("busy"));
    }

    private AuditState run(AuditState start) {
        return feedmill.auditor(feedmill.fakes.stores(this::watch), OPTIONS, start)
                .run(page -> saved = page);
    }

    private AuditState saved = AuditState.begin(OPTIONS, List.of(Segment.WHOLE), "test", 1);

    private Fault watch(Call call) {
        if (call.request() instanceof ScanRequest scan) {
            if (scansUntilStop.getAndDecrement() == 0) {
                throw new Stopped();
            }
            scans.add(scan.toString());
        }
        return new Fault.None();
    }

    private AuditState audit(List<Segment> segments) {
        scans.clear();
        return run(AuditState.begin(OPTIONS, segments, "test", 1));
    }

    private static void assertSame(Snapshot found, Snapshot whole) {
        assertThat(found.first()).containsExactlyInAnyOrderElementsOf(whole.first());
        assertThat(found.kinds()).isEqualTo(whole.kinds());
        for (Counter counter : Counter.values()) {
            if (counter != Counter.OPEN_PAIRS && counter != Counter.OVERDUE_PAIRS) {
                assertThat(found.count(counter)).as(counter.name()).isEqualTo(whole.count(counter));
            }
        }
        assertThat(found.oldestOpen()).isEqualTo(whole.oldestOpen());
    }

    @Test
    void segmentsAtOnceFindWhatOneRunFinds() {
        Snapshot whole = audit(List.of(Segment.WHOLE)).results();
        assertThat(whole.first())
                .extracting(Finding::kind)
                .contains(
                        Finding.Kind.MISSING,
                        Finding.Kind.EXTRA,
                        Finding.Kind.HIDDEN,
                        Finding.Kind.FORBIDDEN_FOLLOW,
                        Finding.Kind.UNSWEPT,
                        Finding.Kind.RECALL);
        assertThat(whole.count(Counter.UNSETTLED)).isEqualTo(1);
        for (int total : new int[] {2, 7, 64}) {
            Snapshot found = audit(Segment.all(total)).results();
            assertSame(found, whole);
            assertThat(found.count(Counter.OPEN_PAIRS)).isEqualTo(whole.count(Counter.OPEN_PAIRS));
        }
    }

    @Test
    void machinesTogetherFindWhatOneRunFinds() {
        Snapshot whole = audit(List.of(Segment.WHOLE)).results();
        List<Snapshot> machines = Segment.all(3).stream()
                .map(segment -> audit(List.of(segment)).results())
                .toList();
        assertThat(machines).filteredOn(found -> found.findings() > 0).hasSizeGreaterThan(1);
        assertSame(machines.stream().reduce(Snapshot.EMPTY, Snapshot::plus), whole);
    }

    @Test
    void oneAuthorBelongsToTheFirstSegment() {
        AuditOptions ann = new AuditOptions(new UserId("ann"), 0, true, OPTIONS.guarantee(), Repairs.NONE, 1_000);
        AuditState end = feedmill.auditor(ann, AuditState.begin(ann, Segment.all(3), "test", 1))
                .run(page -> {});
        assertSame(end.results(), feedmill.audit(ann));
        assertThat(end.results().count(Counter.AUTHORS)).isEqualTo(1);
    }

    /** Stops a read of any segment; the other segments end with their page. */
    @Test
    @Tag("full")
    void aStoppedRunContinuesEachSegmentAndScansNothingTwice() {
        Snapshot whole = audit(Segment.all(4)).results();
        List<String> once = scans.stream().sorted().toList();
        assertThat(once).hasSizeGreaterThan(12).doesNotHaveDuplicates();
        for (int stop = 0; stop < once.size(); stop++) {
            saved = AuditState.begin(OPTIONS, Segment.all(4), "test", 1);
            scans.clear();
            scansUntilStop.set(stop);
            assertThatThrownBy(() -> run(saved)).isInstanceOf(Stopped.class);
            scansUntilStop.set(Integer.MAX_VALUE);
            assertThat(run(AuditState.parse(saved.json())).results()).isEqualTo(whole);
            assertThat(scans).as("stopped before scan " + stop).containsExactlyInAnyOrderElementsOf(once);
        }
    }
}
