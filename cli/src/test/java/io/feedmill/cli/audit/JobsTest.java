package io.feedmill.cli.audit;

import static io.feedmill.testkit.Users.user;
import static io.feedmill.testkit.Users.users;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.cli.audit.Finding.Kind;
import io.feedmill.common.counter.CounterStore.AuthorCounters;
import io.feedmill.common.fanout.Job;
import io.feedmill.common.fanout.Skipped;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.post.Audience;
import java.time.Duration;
import java.util.List;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Findings about jobs and counters. */
class JobsTest {
    private static final Duration KEPT = Duration.ofDays(30);

    private final FakeFeedmill feedmill = new FakeFeedmill();

    @BeforeEach
    void follow() {
        feedmill.follow("ann", "bob", "cleo");
    }

    private List<Finding> found() {
        return feedmill.findings(FakeFeedmill.author("ann"));
    }

    private Job job(PostId post) {
        return feedmill.fakes.jobs().find(JobId.of(post)).orElseThrow();
    }

    private void replace(Job job, Job.Counts counts) {
        feedmill.fakes.replaceJob(job, job.state(), counts);
    }

    @Test
    void aLivePostWithoutAJobIsAFindingAndItsItemsAreMissed() {
        PostId post = feedmill.publish("ann");
        feedmill.fakes.removeJob(JobId.of(post));
        assertThat(found())
                .extracting(Finding::kind)
                .containsExactlyInAnyOrder(Kind.LOST_JOB, Kind.MISSING, Kind.MISSING);
        feedmill.pass(KEPT.multipliedBy(2));
        assertThat(found()).extracting(Finding::kind).contains(Kind.LOST_JOB);
    }

    @Test
    void theJobOfAChangeIsMissedUntilItMayHaveExpired() {
        PostId post = feedmill.post("ann");
        feedmill.fakes.removeJob(feedmill.permit(post, Audience.everyone()));
        feedmill.pass(KEPT.minus(Duration.ofMinutes(3)));
        assertThat(found()).extracting(Finding::kind).containsExactly(Kind.LOST_JOB);
        feedmill.pass(Duration.ofMinutes(2));
        assertThat(found()).isEmpty();
    }

    @Test
    void aRetractedPostNeedsNoJob() {
        PostId post = feedmill.publish("ann");
        feedmill.fakes.removeJob(JobId.of(post));
        feedmill.fakes.retract(user("ann"), post);
        assertThat(found()).isEmpty();
    }

    /** Its items and texts would stay. */
    @Test
    void aRetractionNeedsItsJob() {
        PostId post = feedmill.post("ann");
        JobId change = feedmill.retract(post);
        assertThat(found()).isEmpty();
        feedmill.fakes.removeJob(change);
        assertThat(found()).singleElement().satisfies(finding -> {
            assertThat(finding.kind()).isEqualTo(Kind.LOST_JOB);
            assertThat(finding.sentence()).isEqualTo("The last change of post %s by ann has no job.".formatted(post));
        });
    }

    @ParameterizedTest
    @CsvSource({"2, 1, 0", "2, 2, 1", "0, 2, 0"})
    void countsOfACompleteJobThatDoNotAddUpAreAFinding(long expected, long delivered, long skipped) {
        PostId post = feedmill.post("ann");
        replace(job(post), new Job.Counts(expected, delivered, skipped));
        assertThat(found())
                .extracting(Finding::kind, Finding::post)
                .contains(Tuple.tuple(Kind.WRONG_COUNTS, post.value()));
    }

    @Test
    void skippedRecipientsCountToo() {
        PostId post = feedmill.publish("ann");
        feedmill.put(FakeFeedmill.item("ann", post), users("bob", "cleo"));
        feedmill.fakes.jobs().closeInlineDelivery(job(post), 2, Skipped.notFollowing(5));
        assertThat(found()).isEmpty();
    }

    @Test
    void anOpenJobWithoutAnOutboxRowIsAFinding() {
        PostId post = feedmill.publish("ann");
        feedmill.fakes.outbox().remove(job(post).work());
        assertThat(found()).singleElement().satisfies(finding -> {
            assertThat(finding.kind()).isEqualTo(Kind.UNSWEPT);
            assertThat(finding.sentence()).contains(post.value(), "ACCEPTED");
        });
    }

    @Test
    void aJobThatIsClosedBetweenTwoReadsIsNoFinding() {
        PostId post = feedmill.publish("ann");
        feedmill.steps.before("holds", 1, () -> feedmill.deliver("ann", post));
        assertThat(feedmill.audit(FakeFeedmill.author("ann")).findings()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"1, 0", "-1, 0", "0, 1", "0, -1"})
    void countersThatAreNotTheJobsSumsAreAFinding(long posts, long deliveries) {
        feedmill.post("ann");
        feedmill.post("ann");
        feedmill.fakes.count(user("ann"), new AuthorCounters(posts, deliveries));
        assertThat(found()).extracting(Finding::kind).containsExactly(Kind.WRONG_COUNTER);
        assertThat(found().getFirst().sentence())
                .isEqualTo("The counters of ann say %d posts and %d deliveries, the jobs add up to 2 and 4."
                        .formatted(2 + posts, 4 + deliveries));
    }

    @Test
    void aRetractedPostStillCounts() {
        PostId post = feedmill.post("ann");
        feedmill.fakes.retract(user("ann"), post);
        assertThat(found()).isEmpty();
    }

    @Test
    void countsOfALostJobAreUnknown() {
        PostId post = feedmill.post("ann");
        feedmill.fakes.removeJob(JobId.of(post));
        assertThat(found()).extracting(Finding::kind).containsExactly(Kind.LOST_JOB);
    }
}
