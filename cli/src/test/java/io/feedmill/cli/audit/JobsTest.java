package io.feedmill.cli.audit;

import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.cli.audit.Finding.Kind;
import io.feedmill.common.counter.CounterStore.AuthorCounters;
import io.feedmill.common.fanout.Job;
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
    void theJobOfAChangeIsMissedUntilItMayHaveExpired() {
        PostId post = feedmill.post("ann");
        feedmill.fakes.removeJob(feedmill.permit(post, Audience.everyone()));
        feedmill.pass(KEPT.minus(Duration.ofMinutes(3)));
        assertThat(found()).extracting(Finding::kind).containsExactly(Kind.LOST_JOB);
        feedmill.pass(Duration.ofMinutes(2));
        assertThat(found()).isEmpty();
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
    void anOpenJobWithoutAnOutboxRowIsAFinding() {
        PostId post = feedmill.publish("ann");
        feedmill.fakes.outbox().remove(job(post).work());
        assertThat(found()).singleElement().satisfies(finding -> {
            assertThat(finding.kind()).isEqualTo(Kind.UNSWEPT);
            assertThat(finding.sentence()).contains(post.value(), "ACCEPTED");
        });
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
}
