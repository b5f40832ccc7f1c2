package io.feedmill.worker.fanout;

import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.fanout.Job;
import io.feedmill.common.fanout.Job.JobState;
import io.feedmill.common.fanout.Skipped;
import io.feedmill.common.fanout.Skipped.Reason;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.Ticks;
import io.feedmill.common.outbox.WorkerStore.WorkerRow.Delivered;
import io.feedmill.common.post.Mode;
import io.feedmill.testkit.SettableClock;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FanoutMetricsTest {
    private static final PostId ID = PostId.create(Ticks.ofInstant(SettableClock.START), new Random(1));

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final FanoutMetrics fanouts = new FanoutMetrics(registry);

    private List<String> samples() {
        return registry.scrape().lines().toList();
    }

    @Test
    void deliveriesAndSkippedAreCountedApart() {
        fanouts.delivered(job(), 3, new Skipped(0, 0, 0, 2, 0));
        fanouts.delivered(job(), 4, Skipped.NONE);
        assertThat(samples())
                .contains(
                        "feedmill_deliveries_total 7.0",
                        "feedmill_deliveries_skipped_total{reason=\"blocked\"} 2.0",
                        "feedmill_deliveries_skipped_total{reason=\"not-following\"} 0.0");
    }

    @Test
    void theRowOfTheWorkerHasItsDeliveriesAndTheFiveNewestPosts() {
        List<PostId> posts = IntStream.range(0, 7)
                .mapToObj(i -> PostId.create(1_000_000_000L * (i + 1), new Random(i)))
                .toList();
        posts.reversed().forEach(post -> fanouts.delivered(publicationOf(post), 3, Skipped.NONE));
        fanouts.delivered(publicationOf(posts.get(6)), 4, Skipped.NONE);
        Delivered said = fanouts.get();
        assertThat(said.total()).isEqualTo(25);
        assertThat(said.newest())
                .containsExactlyInAnyOrderElementsOf(
                        posts.subList(2, 7).stream().map(PostId::value).toList());
    }

    @Test
    void aCompletedJobTookFromItsAcceptanceToNow() {
        fanouts.completed(job(), SettableClock.START.plus(Duration.ofSeconds(90)));
        assertThat(samples())
                .contains(
                        "feedmill_jobs_completed_total 1.0",
                        "feedmill_fanout_duration_seconds_count{size=\"small\"} 1",
                        "feedmill_fanout_duration_seconds_sum{size=\"small\"} 90.0",
                        "feedmill_fanout_duration_seconds_bucket{size=\"small\",le=\"60.0\"} 0",
                        "feedmill_fanout_duration_seconds_bucket{size=\"small\",le=\"120.0\"} 1",
                        "feedmill_fanout_duration_seconds_count{size=\"medium\"} 0");
    }

    @ParameterizedTest
    @CsvSource({"1000, 1.0, 1", "1001, 1.0, 0", "5000, 5.0, 1", "5001, 5.0, 0"})
    void aSmallPostThatMeetsAnObjectiveIsInItsBucket(long millis, String bucket, int count) {
        fanouts.completed(job(), SettableClock.START.plusMillis(millis));
        assertThat(samples())
                .contains("feedmill_fanout_duration_seconds_bucket{size=\"small\",le=\"%s\"} %d"
                        .formatted(bucket, count));
    }

    @ParameterizedTest
    @CsvSource({
        "PUSH, 999, small",
        "PUSH, 1000, medium",
        "PUSH, 99999, medium",
        "PUSH, 100000, large",
        "ON_READ, 0, on-read"
    })
    void theSizeOfAFanOutIsItsNumberOfRecipients(Mode mode, long recipients, String size) {
        fanouts.completed(job(ID, new Job.Counts(recipients, recipients, 0), mode), SettableClock.START);
        assertThat(samples()).contains("feedmill_fanout_duration_seconds_count{size=\"%s\"} 1".formatted(size));
    }

    /** A timer leaves out what is negative: fast posts would be no events. */
    @Test
    void aJobThatAnApiWhoseClockIsAheadAcceptedTookNoTime() {
        fanouts.completed(job(), SettableClock.START.minusMillis(500));
        assertThat(samples()).contains("feedmill_fanout_duration_seconds_bucket{size=\"small\",le=\"0.1\"} 1");
    }

    @Test
    void aPermissionJobIsNoFanOutOfAPost() {
        PostId post = PostId.create(1, new Random(2));
        fanouts.delivered(job(post), 3, Skipped.by(Reason.NOT_FOLLOWING, 2));
        fanouts.completed(job(post), SettableClock.START);
        assertThat(samples())
                .contains(
                        "feedmill_jobs_completed_total 1.0",
                        "feedmill_deliveries_total 0.0",
                        "feedmill_deliveries_skipped_total{reason=\"not-following\"} 0.0",
                        "feedmill_fanout_duration_seconds_count{size=\"small\"} 0");
    }

    private static Job job() {
        return job(ID);
    }

    private static Job job(PostId post) {
        return job(post, Job.Counts.ZERO, Mode.PUSH);
    }

    private static Job publicationOf(PostId post) {
        return job(JobId.of(post), post, Job.Counts.ZERO, Mode.PUSH);
    }

    private static Job job(PostId post, Job.Counts counts, Mode mode) {
        return job(JobId.of(ID), post, counts, mode);
    }

    private static Job job(JobId id, PostId post, Job.Counts counts, Mode mode) {
        Instant accepted = SettableClock.START;
        return new Job(
                id,
                post,
                user("ann"),
                JobState.COMPLETE,
                counts,
                0,
                new TreeSet<>(),
                accepted,
                accepted,
                accepted,
                0,
                id.publishes(post) ? Job.Cause.PUBLICATION : Job.Cause.PERMISSIONS,
                Skipped.NONE,
                null,
                mode,
                false);
    }
}
