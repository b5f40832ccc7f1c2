package io.feedmill.testkit.contract;

import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feedmill.common.counter.CounterStore.AuthorCounters;
import io.feedmill.common.dynamo.RowKey;
import io.feedmill.common.dynamo.Segment;
import io.feedmill.common.fanout.Job;
import io.feedmill.common.fanout.Job.Counts;
import io.feedmill.common.fanout.Job.JobState;
import io.feedmill.common.fanout.Job.PendingSlice;
import io.feedmill.common.fanout.Job.Slice;
import io.feedmill.common.fanout.JobStore;
import io.feedmill.common.fanout.JobStore.JobUpdate;
import io.feedmill.common.fanout.JobStore.JobUpdate.Lost;
import io.feedmill.common.fanout.JobStore.JobUpdate.Won;
import io.feedmill.common.fanout.Skipped;
import io.feedmill.common.fanout.Skipped.Reason;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.ledger.LedgerEntry;
import io.feedmill.common.outbox.OutboxStore.OutboxRow;
import io.feedmill.common.post.Audience;
import io.feedmill.common.queue.DeadLetterSender.DeadLetterException;
import io.feedmill.common.queue.DeadLetterSender.DeadLetterReason;
import io.feedmill.common.queue.RequeueReason;
import io.feedmill.testkit.Race;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The contract of {@link JobStore}. */
public abstract class JobStoreContract extends Contract {
    private final JobStore jobs = stores.jobs();
    private PostId post;
    private JobId id;

    @BeforeEach
    void accept() {
        post = publish("hello").id();
        id = JobId.of(post);
    }

    private static Slice slice(int number, int size) {
        return new Slice(number, user("first-" + number), user("last-" + number), size);
    }

    private Job job() {
        return job(id);
    }

    private static Job won(JobUpdate change) {
        assertThat(change).isInstanceOf(Won.class);
        return change.job();
    }

    private void assertLost(JobUpdate change) {
        assertThat(change).isEqualTo(new Lost(job()));
    }

    /** Creates a job with this number of pending slices of 10. */
    private Job delivering(int slices) {
        IntStream.rangeClosed(1, slices).forEach(k -> won(jobs.advance(id, slice(k, 10))));
        return won(jobs.endPlanning(id, slices));
    }

    private Job drained() {
        delivering(1);
        return won(jobs.finish(id, 1, 7, Skipped.by(Reason.NOT_FOLLOWING, 3)));
    }

    /** Asserts the effects of closing, each exactly once. */
    private void assertClosed(long delivered, long skipped) {
        assertThat(job().completedAt()).isEqualTo(clock.instant());
        assertClosed(job(), delivered, skipped);
    }

    private void assertClosed(Job job, long delivered, long skipped) {
        assertThat(job.state()).isEqualTo(JobState.COMPLETE);
        assertThat(job.counts()).isEqualTo(new Counts(delivered + skipped, delivered, skipped));
        Instant completed = Objects.requireNonNull(job.completedAt());
        assertThat(stores.counters().author(author)).isEqualTo(new AuthorCounters(1, delivered));
        assertThat(stores.counters().post(post).deliveries()).isEqualTo(delivered);
        assertThat(ledgerOf(post, completed))
                .containsExactly(new LedgerEntry.Posted(post, author, completed, delivered, skipped, job.planned()));
        assertThat(outboxOf(id)).isEmpty();
    }

    private void assertOpen() {
        assertThat(job().state()).isNotEqualTo(JobState.COMPLETE);
        assertThat(job().completedAt()).isNull();
        assertThat(stores.counters().author(author)).isEqualTo(new AuthorCounters(0, 0));
        assertThat(stores.counters().post(post).deliveries()).isZero();
        assertThat(ledgerOf(post, clock.instant())).isEmpty();
        assertThat(outboxOf(id)).hasSize(1);
    }

    @Test
    void anAbsentJobCannotBeChanged() {
        Job job = drained();
        backend.removeJob(id);
        assertThat(jobs.find(id)).isEmpty();
        assertThat(jobs.touch(id)).isFalse();
        assertNoSuchJob(() -> jobs.advance(id, slice(1, 10)));
        assertNoSuchJob(() -> jobs.endPlanning(id, 0));
        assertNoSuchJob(() -> jobs.finish(id, 1, 7, Skipped.by(Reason.NOT_FOLLOWING, 3)));
        assertNoSuchJob(() -> jobs.close(job));
        assertNoSuchJob(() -> close(job, 7, Skipped.by(Reason.NOT_FOLLOWING, 3)));
        assertThat(jobs.find(id)).isEmpty();
    }

    private static void assertNoSuchJob(ThrowingCallable change) {
        assertThatThrownBy(change)
                .isInstanceOf(DeadLetterException.class)
                .hasFieldOrPropertyWithValue("reason", DeadLetterReason.NO_SUCH_JOB);
    }

    private List<JobId> open() {
        List<JobId> open = Segment.all(3).stream()
                .flatMap(segment -> walk(2, (@Nullable RowKey after) -> jobs.scanOpen(segment, after, 2)).stream())
                .toList();
        assertThat(open).doesNotHaveDuplicates();
        return open;
    }

    @Test
    void anAcceptedJobHasNothingPlanned() {
        Job job = job();
        assertThat(job.id()).isEqualTo(id);
        assertThat(job.author()).isEqualTo(author);
        assertThat(job.state()).isEqualTo(JobState.ACCEPTED);
        assertThat(job.counts()).isEqualTo(Counts.ZERO);
        assertThat(job.planned()).isZero();
        assertThat(job.pending()).isEmpty();
        assertThat(jobs.pendingSlices(job, 20)).isEmpty();
        assertThat(job.acceptedAt()).isEqualTo(clock.instant()).isEqualTo(job.progressAt());
        assertThat(job.completedAt()).isNull();
        assertThat(job.outboxShard()).isBetween(0, stores.outbox().shards() - 1);
        assertThat(outboxOf(id)).containsExactly(new OutboxRow(job.work(), 0, null));
    }

    @Test
    void onlyTheNextSliceIsAdded() {
        assertLost(jobs.advance(id, slice(2, 10)));
        won(jobs.advance(id, slice(1, 10)));
        assertLost(jobs.advance(id, slice(1, 10)));
        assertLost(jobs.advance(id, slice(3, 10)));
        clock.advance(Duration.ofSeconds(5));
        Job job = won(jobs.advance(id, slice(2, 4)));
        assertThat(job).isEqualTo(job());
        assertThat(job.state()).isEqualTo(JobState.PLANNING);
        assertThat(job.counts()).isEqualTo(new Counts(14, 0, 0));
        assertThat(job.planned()).isEqualTo(2);
        assertThat(job.pending()).containsExactly(1, 2);
        assertThat(job.progressAt()).isEqualTo(clock.instant());
    }

    @Test
    void planningEndsOnceAndThenNoSliceIsAdded() {
        delivering(1);
        assertPlanned();
        won(jobs.finish(id, 1, 10, Skipped.NONE));
        assertPlanned();
        won(jobs.close(job()));
        assertPlanned();
    }

    private void assertPlanned() {
        assertLost(jobs.advance(id, slice(2, 10)));
        assertLost(jobs.endPlanning(id, 1));
    }

    @Test
    void planningEndsAtTheLastSliceOnly() {
        won(jobs.advance(id, slice(1, 10)));
        won(jobs.advance(id, slice(2, 10)));
        assertLost(jobs.endPlanning(id, 1));
        assertLost(jobs.endPlanning(id, 3));
        clock.advance(Duration.ofSeconds(5));
        Job job = won(jobs.endPlanning(id, 2));
        assertThat(job).isEqualTo(job());
        assertThat(job.state()).isEqualTo(JobState.DELIVERING);
        assertThat(job.pending()).containsExactly(1, 2);
        assertThat(job.progressAt()).isEqualTo(clock.instant());
    }

    @Test
    void theFirstRowOfASliceStaysAndChangesNoJob() {
        Job before = job();
        Slice first = slice(1, 10);
        assertThat(jobs.putSlice(id, first)).isEqualTo(first);
        assertThat(jobs.putSlice(id, first)).isEqualTo(first);
        assertThat(jobs.putSlice(id, new Slice(1, user("x"), user("y"), 3))).isEqualTo(first);
        assertThat(jobs.putSlice(id, slice(2, 4))).isEqualTo(slice(2, 4));
        assertThat(jobs.slice(id, 1)).isEqualTo(first);
        assertThat(job()).isEqualTo(before);
    }

    @Test
    void aSliceIsFinishedOnce() {
        delivering(2);
        clock.advance(Duration.ofSeconds(5));
        Job job = won(jobs.finish(id, 1, 7, Skipped.by(Reason.NOT_FOLLOWING, 3)));
        assertThat(job).isEqualTo(job());
        assertThat(job.counts()).isEqualTo(new Counts(20, 7, 3));
        assertThat(job.pending()).containsExactly(2);
        assertThat(job.progressAt()).isEqualTo(clock.instant());
        assertLost(jobs.finish(id, 1, 7, Skipped.by(Reason.NOT_FOLLOWING, 3)));
    }

    @Test
    void skippedRecipientsAreCountedByReason() {
        delivering(2);
        assertThat(job().skippedBy()).isEqualTo(Skipped.NONE);
        Skipped first = new Skipped(1, 1, 0, 2, 2);
        assertThat(won(jobs.finish(id, 1, 4, first)).skippedBy()).isEqualTo(first);
        assertLost(jobs.finish(id, 1, 0, Skipped.by(Reason.GONE, 10)));
        Job drained = won(jobs.finish(id, 2, 0, Skipped.by(Reason.GONE, 10)));
        assertThat(drained.skippedBy()).isEqualTo(new Skipped(1, 1, 10, 2, 2));
        assertThat(won(jobs.close(drained)).skippedBy())
                .isEqualTo(job().skippedBy())
                .isEqualTo(new Skipped(1, 1, 10, 2, 2));
        assertClosed(4, 16);
    }

    @Test
    void onlyPlannedSlicesAreFinishedAlsoDuringPlanning() {
        assertLost(jobs.finish(id, 1, 10, Skipped.NONE));
        won(jobs.advance(id, slice(1, 10)));
        assertLost(jobs.finish(id, 2, 10, Skipped.NONE));
        Job job = won(jobs.finish(id, 1, 10, Skipped.NONE));
        assertThat(job.state()).isEqualTo(JobState.PLANNING);
        assertThat(job.pending()).isEmpty();
        assertThat(job.drained()).isFalse();
        assertThat(won(jobs.advance(id, slice(2, 5))).counts()).isEqualTo(new Counts(15, 10, 0));
        assertThat(won(jobs.endPlanning(id, 2)).pending()).containsExactly(2);
    }

    @Test
    void theLastFinishedSliceLeavesTheJobDrained() {
        delivering(2);
        assertThat(won(jobs.finish(id, 2, 10, Skipped.NONE)).drained()).isFalse();
        assertThat(won(jobs.finish(id, 1, 10, Skipped.NONE)).drained()).isTrue();
    }

    /** Asserts that the job is open, and that a touch changes only its time. */
    private void assertTouched() {
        assertThat(open()).contains(id);
        Job before = job();
        clock.advance(Duration.ofSeconds(5));
        assertThat(jobs.touch(id)).isTrue();
        assertThat(job().progressAt()).isEqualTo(clock.instant());
        assertThat(job())
                .usingRecursiveComparison()
                .ignoringFields("progressAt")
                .isEqualTo(before);
    }

    @Test
    void aJobIsOpenAndTouchedInAnyStateUntilItIsComplete() {
        assertTouched();
        won(jobs.advance(id, slice(1, 10)));
        assertTouched();
        won(jobs.endPlanning(id, 1));
        assertTouched();
        Job drained = won(jobs.finish(id, 1, 7, Skipped.by(Reason.NOT_FOLLOWING, 3)));
        assertTouched();
        won(jobs.close(drained));
        assertClosed(7, 3);
        assertThat(open()).doesNotContain(id);
        Job complete = job();
        clock.advance(Duration.ofSeconds(5));
        assertThat(jobs.touch(id)).isFalse();
        assertThat(job()).isEqualTo(complete);
    }

    @Test
    void pendingSlicesAreReturnedOldestFirstWithTheirLastRequeue() {
        IntStream.rangeClosed(1, 12).forEach(k -> jobs.putSlice(id, slice(k, 10)));
        delivering(12);
        won(jobs.finish(id, 2, 10, Skipped.NONE));
        Instant due = clock.instant().plusSeconds(8).truncatedTo(ChronoUnit.MILLIS);
        jobs.requeued(id, 3, 1, RequeueReason.OUT_OF_TIME, due.minusSeconds(4));
        jobs.requeued(id, 3, 2, RequeueReason.THROTTLED, due);
        assertThat(jobs.pendingSlices(job(), 3))
                .containsExactly(
                        new PendingSlice(1, 0, null, Instant.EPOCH),
                        new PendingSlice(3, 2, "throttled", due),
                        new PendingSlice(4, 0, null, Instant.EPOCH));
        assertThat(jobs.pendingSlices(job(), 20))
                .extracting(PendingSlice::number)
                .containsExactly(1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12);
        assertThat(jobs.slice(id, 3)).isEqualTo(slice(3, 10));
        assertThat(withoutWaiting()).containsExactly(1, 4, 5, 6, 7, 8, 9, 10, 11, 12);
        clock.advance(Duration.ofSeconds(8));
        assertThat(withoutWaiting()).containsExactly(1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12);
    }

    private Stream<Integer> withoutWaiting() {
        return job().pending().stream()
                .filter(number -> jobs.sliceUnlessWaiting(id, number).isPresent());
    }

    @Test
    void anAbsentSliceIsAnImpossibleStateAndARequeueCreatesNone() {
        delivering(1);
        jobs.requeued(id, 1, 1, RequeueReason.THROTTLED, clock.instant());
        assertThat(jobs.pendingSlices(job(), 20)).isEmpty();
        assertThatExceptionOfType(DeadLetterException.class)
                .isThrownBy(() -> jobs.slice(id, 1))
                .returns(DeadLetterReason.IMPOSSIBLE_STATE, DeadLetterException::reason);
    }

    @Test
    void aDrainedJobIsClosedOnce() {
        Job drained = drained();
        clock.advance(Duration.ofSeconds(5));
        Job closed = won(jobs.close(drained));
        assertThat(closed).isEqualTo(job());
        assertClosed(7, 3);
        assertLost(jobs.close(drained));
        assertLost(jobs.finish(id, 1, 7, Skipped.by(Reason.NOT_FOLLOWING, 3)));
        assertClosed(7, 3);
    }

    @Test
    void aJobThatIsNotDrainedStaysOpen() {
        assertLost(jobs.close(job()));
        won(jobs.advance(id, slice(1, 10)));
        assertLost(jobs.close(job()));
        won(jobs.finish(id, 1, 10, Skipped.NONE));
        assertLost(jobs.close(job()));
        won(jobs.advance(id, slice(2, 10)));
        won(jobs.endPlanning(id, 2));
        assertLost(jobs.close(job()));
        assertOpen();
    }

    @Test
    void aJobIsNotClosedWithStaleCounts() {
        Job earlier = delivering(1);
        won(jobs.finish(id, 1, 7, Skipped.by(Reason.NOT_FOLLOWING, 3)));
        assertLost(jobs.close(earlier));
        assertOpen();
    }

    @Test
    void theCompleteJobOfAChangeExpiresAfterThirtyDaysAndThatOfThePostStays() {
        won(jobs.close(drained()));
        JobId change = change(stores.posts().find(post).orElseThrow(), permit(new Audience.Followers()));
        won(close(job(change), 4, Skipped.NONE));
        clock.advance(Duration.ofDays(30).minusSeconds(1));
        assertThat(jobs.find(change)).isPresent();
        clock.advance(Duration.ofSeconds(1));
        assertThat(jobs.find(change)).isEmpty();
        assertClosed(job(), 7, 3);
    }

    @Test
    void aJobThatWasDeliveredInlineIsClosed() {
        clock.advance(Duration.ofSeconds(5));
        Skipped skipped = new Skipped(1, 1, 0, 2, 2);
        Job closed = won(close(job(), 4, skipped));
        assertThat(closed).isEqualTo(job());
        assertThat(closed.skippedBy()).isEqualTo(skipped);
        assertThat(closed.pending()).isEmpty();
        assertClosed(4, 6);
        assertLost(close(closed, 4, skipped));
        assertClosed(4, 6);
    }

    @Test
    void aJobWithoutRecipientsIsClosedInline() {
        won(close(job(), 0, Skipped.NONE));
        assertClosed(0, 0);
    }

    @Test
    void aJobWithSlicesIsNotClosedInline() {
        Job accepted = job();
        won(jobs.advance(id, slice(1, 10)));
        assertLost(close(accepted, 10, Skipped.NONE));
        won(jobs.endPlanning(id, 1));
        assertLost(close(accepted, 10, Skipped.NONE));
        won(jobs.finish(id, 1, 10, Skipped.NONE));
        assertLost(close(accepted, 10, Skipped.NONE));
        assertOpen();
    }

    @Test
    void concurrentlyFinishedSlicesAreAllCounted() {
        delivering(12);
        List<Callable<JobUpdate>> deliveries = IntStream.rangeClosed(1, 12)
                .<Callable<JobUpdate>>mapToObj(k ->
                        () -> jobs.finish(id, k, k, Skipped.by(Reason.NOT_FOLLOWING, 10 - Math.min(10, k))))
                .toList();
        List<JobUpdate> changes = Race.of(deliveries);
        assertThat(changes).hasOnlyElementsOfType(Won.class);
        assertThat(changes.stream().filter(change -> change.job().drained())).hasSize(1);
        assertThat(job().counts()).isEqualTo(new Counts(120, 78, 45));
    }

    @Test
    void hundredsOfSlicesMayBePending() {
        delivering(300);
        assertThat(job().pending()).hasSize(300).contains(1, 150, 300);
        assertThat(job().counts().expected()).isEqualTo(3_000);
    }
}
