package io.feedmill.cli.audit;

import static io.feedmill.testkit.Users.user;
import static io.feedmill.testkit.Users.users;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.cli.audit.Finding.Kind;
import io.feedmill.common.counter.AuthorCounters;
import io.feedmill.common.fanout.Job;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.outbox.OutboxRow;
import java.time.Duration;
import java.util.List;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Jobs, and the counters that they add to. */
class JobsTest {
    private static final Duration KEPT = Duration.ofDays(30);

    private final Mill mill = new Mill();

    @BeforeEach
    void follow() {
        mill.follow("ann", "bob", "cleo");
    }

    private List<Finding> found() {
        return mill.findings(Mill.author("ann"));
    }

    private Job job(PostId post) {
        return mill.fakes.jobs().find(JobId.of(post)).orElseThrow();
    }

    private void replace(Job job, Job.Counts counts) {
        mill.fakes.replaceJob(new Job(
                job.id(),
                job.post(),
                job.author(),
                job.state(),
                counts,
                job.planned(),
                job.pending(),
                job.acceptedAt(),
                job.progressAt(),
                job.completedAt(),
                job.outboxShard()));
    }

    @Test
    void aLivePostWithoutAJobIsAFindingAndItsItemsAreMissed() {
        PostId post = mill.publish("ann");
        mill.fakes.removeJob(JobId.of(post));
        assertThat(found())
                .extracting(Finding::kind)
                .containsExactlyInAnyOrder(Kind.LOST_JOB, Kind.MISSING, Kind.MISSING);
        mill.pass(KEPT.minus(Duration.ofMinutes(3)));
        assertThat(found()).extracting(Finding::kind).contains(Kind.LOST_JOB);
        mill.pass(Duration.ofMinutes(2));
        assertThat(found()).extracting(Finding::kind).doesNotContain(Kind.LOST_JOB);
    }

    @Test
    void aRetractedPostNeedsNoJob() {
        PostId post = mill.publish("ann");
        mill.fakes.removeJob(JobId.of(post));
        mill.fakes.retract(user("ann"), post);
        assertThat(found()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"2, 1, 0", "2, 2, 1", "0, 2, 0"})
    void countsOfACompleteJobThatDoNotAddUpAreAFinding(long expected, long delivered, long skipped) {
        PostId post = mill.post("ann");
        replace(job(post), new Job.Counts(expected, delivered, skipped));
        assertThat(found())
                .extracting(Finding::kind, Finding::post)
                .contains(Tuple.tuple(Kind.WRONG_COUNTS, post.value()));
    }

    @Test
    void whoWasSkippedCountsToo() {
        PostId post = mill.publish("ann");
        mill.put(Mill.item("ann", post), users("bob", "cleo"));
        mill.fakes.jobs().closeOnTheSpot(job(post), 2, 5);
        assertThat(found()).isEmpty();
    }

    @Test
    void anOpenJobThatNobodySweepsIsAFinding() {
        PostId post = mill.publish("ann");
        mill.fakes.outbox().remove(new OutboxRow(job(post).outboxShard(), JobId.of(post), user("ann"), 0, null));
        assertThat(found()).singleElement().satisfies(finding -> {
            assertThat(finding.kind()).isEqualTo(Kind.UNSWEPT);
            assertThat(finding.sentence()).contains(post.value(), "ACCEPTED");
        });
    }

    @Test
    void aJobThatIsClosedBetweenItsReadAndItsOutboxRowsIsNone() {
        PostId post = mill.publish("ann");
        mill.steps.before("holds", 1, () -> mill.deliver("ann", post));
        assertThat(mill.audit(Mill.author("ann")).findings()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"1, 0", "-1, 0", "0, 1", "0, -1"})
    void countersThatAreNotTheJobsSumsAreAFinding(long posts, long deliveries) {
        mill.post("ann");
        mill.post("ann");
        mill.fakes.count(user("ann"), new AuthorCounters(posts, deliveries));
        assertThat(found()).extracting(Finding::kind).containsExactly(Kind.WRONG_COUNTER);
        assertThat(found().getFirst().sentence())
                .isEqualTo("The counters of ann say %d posts and %d deliveries, the jobs add up to 2 and 4."
                        .formatted(2 + posts, 4 + deliveries));
    }

    @Test
    void whatExpiredJobsDeliveredIsUnknown() {
        mill.post("ann");
        mill.pass(Duration.ofDays(31));
        mill.post("ann");
        mill.fakes.count(user("ann"), new AuthorCounters(0, 100));
        assertThat(found()).isEmpty();
        mill.fakes.count(user("ann"), new AuthorCounters(1, 0));
        assertThat(found()).extracting(Finding::kind).containsExactly(Kind.WRONG_COUNTER);
    }

    @Test
    void aRetractedPostStillCounts() {
        PostId post = mill.post("ann");
        mill.fakes.retract(user("ann"), post);
        assertThat(found()).isEmpty();
    }

    @Test
    void whatALostJobCountedIsUnknown() {
        PostId post = mill.post("ann");
        mill.fakes.removeJob(JobId.of(post));
        assertThat(found()).extracting(Finding::kind).containsExactly(Kind.LOST_JOB);
    }
}
